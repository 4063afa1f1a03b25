import { vi } from 'vitest'

/** Stubs `ResizeObserver`, which jsdom lacks. */
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
