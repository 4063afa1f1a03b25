/** A place in the client; `path` is that of a route, e.g. `/learn`. */
export interface Place {
  path: string
  search: string
  hash: string
}

type UrlParts = Pick<URL, 'pathname' | 'search' | 'hash'>

/**
 * The addresses of places. The server answers every path with the client's page, so that path and
 * address are the same.
 */
export const serverAddresses = {
  toAddress: (to: string): string => to,
  toPlace: ({ pathname, search, hash }: UrlParts): Place => ({ path: pathname, search, hash }),
}

/**
 * The addresses of places in the static site: `/play?with=screen` becomes `?/play&with=screen`,
 * relative to the site. Static hosts ignore the query, so every address is that of `index.html`,
 * under any path of any host.
 */
export const siteAddresses: typeof serverAddresses = {
  toAddress: (to) => {
    const { pathname, search, hash } = new URL(to, 'http://client')
    if (pathname === '/' && search === '') return `./${hash}`
    return `?${pathname}${search.replace('?', '&')}${hash}`
  },
  toPlace: ({ search, hash }) => {
    if (!search.startsWith('?/')) return { path: '/', search, hash }
    const [path = '/', ...rest] = search.slice(1).split('&')
    return { path, search: rest.length > 0 ? `?${rest.join('&')}` : '', hash }
  },
}

export const { toAddress, toPlace } = import.meta.env.HAS_SERVER ? serverAddresses : siteAddresses

/** The absolute URL of a path in the client, to be shared. */
export function toUrl(to: string): string {
  return new URL(toAddress(to), location.href).href
}
