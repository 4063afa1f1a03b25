/** The time, as a rune, for clocks. It moves only while somebody watches it. */
let now = $state(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

const STEP = 100

/** Moves the time while the calling component lives and `wanted` holds. */
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
