import type { Message } from '../../service-worker/service-worker'

/** The time between checks for a new version while the page is open, in milliseconds. */
const CHECK_AFTER = 60 * 60 * 1000

/**
 * The service worker of this page, which makes the client work without a network, and its updates.
 *
 * A new version is installed beside the current one and waits until it is applied or all pages
 * are closed.
 */
export class Updates {
  readonly #container: ServiceWorkerContainer
  #registration: ServiceWorkerRegistration | null = null
  #checked = Date.now()
  #applying = false
  #ready = $state(false)

  constructor(container: ServiceWorkerContainer) {
    this.#container = container
  }

  /** Whether a new version can be applied (reactive). */
  get ready(): boolean {
    return this.#ready
  }

  /** Registers the service worker and watches for updates. Call once. */
  async start(): Promise<void> {
    let controlled = this.#container.controller !== null
    this.#container.addEventListener('controllerchange', () => {
      if (this.#applying) location.reload()
      // Another tab has applied an update, so this page is stale.
      else if (controlled) this.#ready = true
      controlled = true
    })
    const registration = await this.#container.register(import.meta.env.BASE_URL + 'sw.js', {
      updateViaCache: 'none',
    })
    this.#registration = registration
    this.#watch(registration.installing)
    if (registration.waiting && controlled) this.#ready = true
    registration.addEventListener('updatefound', () => this.#watch(registration.installing))
  }

  /** Keeps groups of files for use without a network; see service-worker.ts. */
  async keep(groups: string[]): Promise<void> {
    const { active } = await this.#container.ready
    active?.postMessage({ type: 'keep', groups } satisfies Message)
  }

  /** Looks for a new version, at most once an hour. */
  async check(now = Date.now()): Promise<void> {
    if (!this.#registration || now - this.#checked < CHECK_AFTER) return
    this.#checked = now
    await this.#registration.update()
  }

  /** Switches to the new version and reloads the page. */
  apply(): void {
    const waiting = this.#registration?.waiting
    if (!waiting) {
      location.reload()
      return
    }
    this.#applying = true
    waiting.postMessage({ type: 'activate' } satisfies Message)
  }

  #watch(worker: ServiceWorker | null): void {
    worker?.addEventListener('statechange', () => {
      // Without a controller this is the first installation.
      if (worker.state === 'installed' && this.#container.controller) this.#ready = true
    })
  }
}
