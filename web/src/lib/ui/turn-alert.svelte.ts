import { t } from '../text/i18n.svelte'
import { settings } from './settings.svelte'

const ICON = '/favicon.svg'
const ICON_TURN = '/favicon-turn.svg'

/** Whether the browser can notify here: on secure origins only, and when it was allowed. */
export function canNotify(): boolean {
  return typeof Notification !== 'undefined' && isSecureContext
}

/**
 * Makes it impossible to miss that the game waits: the tab's title and icon, and a notification
 * when the page is not looked at and the person wants it. Lives as long as the component.
 */
export function useAttention(myTurn: () => boolean, title: () => string): void {
  $effect(() => {
    document.title = myTurn() ? t('title-turn', { title: title() }) : title()
  })
  $effect(() => {
    setIcon(myTurn() ? ICON_TURN : ICON)
    return () => setIcon(ICON)
  })
  let told = false
  $effect(() => {
    if (!myTurn()) {
      told = false
      return
    }
    if (told) return
    told = true
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
      icon: '/icons/icon-192.png',
    })
    note.onclick = () => {
      window.focus()
      note.close()
    }
  } catch {
    // Some phones allow notifications only from service workers; title and icon must do there.
  }
}
