import { t } from '../text/i18n.svelte'
import { settings } from './settings.svelte'

const BASE = import.meta.env.BASE_URL
const ICON = `${BASE}favicon.svg`
const ICON_TURN = `${BASE}favicon-turn.svg`

/** Whether notifications are supported; they need a secure origin. */
export function canNotify(): boolean {
  return typeof Notification !== 'undefined' && isSecureContext
}

/**
 * Signals the player's turn in the title and icon of the tab, and by notification if the page is
 * hidden and notifications are enabled. Active while the calling component is mounted.
 */
export function useTurnAlert(myTurn: () => boolean, title: () => string): void {
  $effect(() => {
    document.title = myTurn() ? t('title-turn', { title: title() }) : title()
  })
  $effect(() => {
    setIcon(myTurn() ? ICON_TURN : ICON)
    return () => setIcon(ICON)
  })
  let notified = false
  $effect(() => {
    if (!myTurn()) {
      notified = false
      return
    }
    if (notified) return
    notified = true
    notify(title())
  })
}

function setIcon(href: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link && link.getAttribute('href') !== href) link.href = href
}

function notify(body: string): void {
  if (!document.hidden || !settings.notifications || !canNotify()) return
  if (Notification.permission !== 'granted') return
  try {
    const note = new Notification(t('turn-yours-label'), {
      body,
      tag: 'azulejo-turn',
      icon: `${BASE}icons/icon-192.png`,
    })
    note.onclick = () => {
      window.focus()
      note.close()
    }
  } catch {
    // Some mobile browsers only allow notifications from service workers; title and icon must
    // suffice.
  }
}
