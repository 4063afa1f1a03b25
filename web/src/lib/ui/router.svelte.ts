/** Where the browser is, as a rune; links are ordinary `<a href>` and are followed without a reload. */
const state = $state({ path: location.pathname, search: location.search, hash: location.hash })

export function path(): string {
  return state.path
}

export function query(): URLSearchParams {
  return new URLSearchParams(state.search)
}

/** What stands after `#`, as parameters: secrets such as invitations travel there, out of logs. */
export function fragment(): URLSearchParams {
  return new URLSearchParams(state.hash.slice(1))
}

/** Goes to a page of the client. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  const moved = location.pathname !== state.path
  follow()
  if (moved) scrollTo(0, 0)
}

function follow(): void {
  state.path = location.pathname
  state.search = location.search
  state.hash = location.hash
}

/** Follows the browser's buttons and clicks on links of this site. Call once, in a root. */
export function keepRoute(): void {
  $effect(() => {
    const click = (event: MouseEvent) => {
      const plain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (event.defaultPrevented || !plain) return
      const link = (event.target as Element | null)?.closest('a')
      if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin)
        return
      const samePage = link.pathname === location.pathname && link.search === location.search
      // The server, not the client, answers there.
      if (link.pathname.startsWith('/api/')) return
      // A place on the same page is the browser's own business.
      if (samePage && link.hash) return
      event.preventDefault()
      navigate(link.pathname + link.search + link.hash)
    }
    document.addEventListener('click', click)
    addEventListener('popstate', follow)
    addEventListener('hashchange', follow)
    return () => {
      document.removeEventListener('click', click)
      removeEventListener('popstate', follow)
      removeEventListener('hashchange', follow)
    }
  })
}

export interface Match {
  params: Record<string, string>
}

/** Whether a path has the form of a pattern like `/g/:id`, and what stands in its places. */
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
