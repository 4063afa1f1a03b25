/** The current time (reactive), updated only while a component watches it. */
let now = $state(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

const STEP = 100

/** Keeps the time updated while the calling component is mounted and `wanted` returns true. */
export function watchTime(wanted: () => boolean): void {
  $effect(() => {
    if (!wanted()) return
    watchers += 1
    now = Date.now()
    timer ??= setInterval(() => {
      now = Date.now()
    }, STEP)
    return () => {
      watchers -= 1
      if (watchers > 0) return
      clearInterval(timer)
      timer = undefined
    }
  })
}

export function time(): number {
  return now
}
