/** The current location (reactive). Links are ordinary `<a href>` and do not reload the page. */
const state = $state({ path: location.pathname, search: location.search, hash: location.hash })

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
      const samePage = link.pathname === location.pathname && link.search === location.search
      // Served by the server, not by the client.
      if (link.pathname.startsWith('/api/')) return
      // The browser handles anchors on the same page.
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
