import { describe, expect, it } from 'vitest'

import { siteAddresses } from './address'

const PLACES = [
  '/',
  '/learn',
  '/learn/first-round',
  '/play?with=screen',
  '/?a=1&b=2',
  '/local/a%26b/replay#12',
  '/replay#record=%7B%22a%22%3A1%7D',
]

describe('addresses of the static site', () => {
  it.each(PLACES)('keep %s', (to) => {
    for (const site of ['http://host/', 'http://host/sub/path/', 'http://host/sub/index.html']) {
      // Addresses are relative to the page, whatever it shows.
      const url = new URL(siteAddresses.toAddress(to), `${site}?/settings#top`)
      expect(url.pathname).toBe(to === '/' ? new URL('.', site).pathname : new URL(site).pathname)
      const { path, search, hash } = siteAddresses.toPlace(url)
      expect(path + search + hash).toBe(to)
    }
  })

  it('lead home if they contain no path', () => {
    const place = siteAddresses.toPlace(new URL('http://host/sub/?from=friend'))
    expect(place).toEqual({ path: '/', search: '?from=friend', hash: '' })
  })
})
