import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** A proxy to the server that can serve another version of the client. */
export interface VersionProxy {
  url: string
  /** Serves a service worker of this version from now on. */
  publish: (version: string) => void
  close: () => Promise<void>
}

/** Starts an HTTP and WebSocket proxy to `server`. */
export async function startVersionProxy(server: string): Promise<VersionProxy> {
  const { hostname, port } = new URL(server)
  let version: string | null = null

  const listener = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request
    const rewritten = path === '/sw.js' && version !== null
    if (rewritten) {
      delete headers['accept-encoding']
      // A 304 has no body to rewrite.
      delete headers['if-none-match']
      delete headers['if-modified-since']
    }
    const forwarded = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      if (!rewritten) {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        return
      }
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => {
        const body = text.replace(/VERSION='\w+'/, `VERSION='${version ?? ''}'`)
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(body)
      })
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  listener.on('upgrade', ({ method, url, rawHeaders }, client: Duplex, head: Buffer) => {
    const upstream = connect(Number(port), hostname)
    const lines = rawHeaders.map((text, index) => text + (index % 2 === 0 ? ': ' : '\r\n'))
    upstream.write(`${method ?? 'GET'} ${url ?? '/'} HTTP/1.1\r\n${lines.join('')}\r\n`)
    upstream.write(head)
    upstream.pipe(client).pipe(upstream)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    publish: (next) => {
      version = next
    },
    close: async () => {
      listener.close()
      listener.closeAllConnections()
      await once(listener, 'close')
    },
  }
}
