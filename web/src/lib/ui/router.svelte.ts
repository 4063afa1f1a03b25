import { toAddress, toPlace } from './address'

/**
 * The current place (reactive). Links are ordinary `<a href>` with a path of the client, and do
 * not reload the page.
 */
const state = $state(toPlace(location))

export function path(): string {
  return state.path
}

export function query(): URLSearchParams {
  return new URLSearchParams(state.search)
}

/**
 * The URL fragment as parameters. It carries secrets such as invitations, since it is not logged.
 */
export function fragment(): URLSearchParams {
  return new URLSearchParams(state.hash.slice(1))
}

/** Navigates to a page of the client. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, '', toAddress(to))
  else history.pushState(null, '', toAddress(to))
  const before = state.path
  follow()
  if (state.path !== before) scrollTo(0, 0)
}

function follow(): void {
  Object.assign(state, toPlace(location))
}

/**
 * Turns the path of a link into its address in the static site, before the link can be used: it
 * may also be copied, or opened in another tab.
 */
function addressLink(event: Event): void {
  const link = (event.target as Element | null)?.closest('a')
  const href = link?.getAttribute('href')
  if (href?.startsWith('/')) link?.setAttribute('href', toAddress(href))
}

/** Handles history navigation and clicks on internal links. Call once, in the root component. */
export function useRouter(): void {
  $effect(() => {
    const click = (event: MouseEvent) => {
      const plain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (event.defaultPrevented || !plain) return
      const link = (event.target as Element | null)?.closest('a')
      if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin)
        return
      const { path, search, hash } = toPlace(link)
      // Served by the server, not by the client.
      if (path.startsWith('/api/')) return
      // The browser handles anchors on the same page.
      if (path === state.path && search === state.search && hash) return
      event.preventDefault()
      navigate(path + search + hash)
    }
    const uses = import.meta.env.HAS_SERVER ? [] : ['pointerover', 'focusin', 'click']
    for (const use of uses) document.addEventListener(use, addressLink, { capture: true })
    document.addEventListener('click', click)
    addEventListener('popstate', follow)
    addEventListener('hashchange', follow)
    return () => {
      for (const use of uses) document.removeEventListener(use, addressLink, { capture: true })
      document.removeEventListener('click', click)
      removeEventListener('popstate', follow)
      removeEventListener('hashchange', follow)
    }
  })
}

export interface Match {
  params: Record<string, string>
}

/** Matches a path against a pattern like `/g/:id`; returns its parameters, or null. */
export function matchPath(pattern: string, at: string): Match | null {
  const wanted = pattern.split('/').filter(Boolean)
  const given = at.split('/').filter(Boolean)
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) {
      try {
        params[part.slice(1)] = decodeURIComponent(value)
      } catch {
        return null
      }
    } else if (part !== value) return null
  }
  return { params }
}
