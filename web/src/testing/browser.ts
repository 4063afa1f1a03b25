import { vi } from 'vitest'

/** Stands in for what tells sizes in a browser: where nothing is laid out nothing is ever told. */
export function stubSizes(): void {
  const nothing = () => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      unobserve = nothing
      disconnect = nothing
    },
  )
}
