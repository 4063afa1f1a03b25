import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy to the server that can be cut off. */
export interface ServerProxy {
  url: string
  /** Closes all connections, and new ones at once. */
  cut: () => void
  /** Accepts connections again. */
  restore: () => void
  close: () => Promise<void>
}

/** Starts a TCP proxy to `server`. */
export async function startProxy(server: string): Promise<ServerProxy> {
  const to = new URL(server)
  const open = new Set<Socket>()
  let accepting = true

  const listener = createServer((client) => {
    if (!accepting) {
      client.destroy()
      return
    }
    const upstream = connect(Number(to.port), to.hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      // `close` follows an error and destroys both sockets.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')

  const closeAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    cut: () => {
      accepting = false
      closeAll()
    },
    restore: () => {
      accepting = true
    },
    close: async () => {
      const closed = once(listener, 'close')
      listener.close()
      closeAll()
      await closed
    },
  }
}
