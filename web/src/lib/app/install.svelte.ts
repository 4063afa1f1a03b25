/** The event with which a browser offers to install the app; only Chromium has it so far. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

let offer = $state.raw<InstallOffer | null>(null)

/** Whether the browser offers to install the app (reactive). */
export function canInstall(): boolean {
  return offer !== null
}

/** Opens the browser's install dialog. An offer works once; the browser may make another. */
export async function install(): Promise<void> {
  const used = offer
  if (!used) return
  offer = null
  await used.prompt()
}

/** Listens for the browser's install offer. Call once, early, in the root component. */
export function useInstallOffer(): void {
  $effect(() => {
    const take = (event: Event) => {
      // Suppresses the browser's own install bar.
      event.preventDefault()
      offer = event as InstallOffer
    }
    const forget = () => (offer = null)
    addEventListener('beforeinstallprompt', take)
    addEventListener('appinstalled', forget)
    return () => {
      removeEventListener('beforeinstallprompt', take)
      removeEventListener('appinstalled', forget)
    }
  })
}
