import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

export interface FileServer {
  /** The address of the folder, with a slash at the end. */
  url: string
  /** The paths that were requested and do not exist. */
  missing: string[]
  close: () => Promise<void>
}

/** Serves a folder under a path, as a plain static host does: files and `index.html`, or 404. */
export async function serveFolder(folder: string, base: string): Promise<FileServer> {
  const missing: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname)
    const name = path.endsWith('/') ? `${path}index.html` : path
    const file = join(folder, normalize(name.slice(base.length)))
    const found = path.startsWith(base) ? readFile(file) : Promise.reject(new Error('outside'))
    found.then(
      (data) => {
        const type = TYPES[extname(file)] ?? 'application/octet-stream'
        response.writeHead(200, { 'content-type': type }).end(data)
      },
      () => {
        missing.push(path)
        response.writeHead(404).end()
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    missing,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
