import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A cable to the server that can be cut. */
export interface Cuttable {
  url: string
  /** Ends every connection, and each new one at once. */
  cut: () => void
  /** Lets connections through again. */
  mend: () => void
  close: () => Promise<void>
}

/** Opens an address that passes everything on to `server`. */
export async function cuttable(server: string): Promise<Cuttable> {
  const to = new URL(server)
  const open = new Set<Socket>()
  let whole = true

  const listener = createServer((near) => {
    if (!whole) {
      near.destroy()
      return
    }
    const far = connect(Number(to.port), to.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      // An error is followed by `close`, which ends both.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')

  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    cut: () => {
      whole = false
      cutAll()
    },
    mend: () => {
      whole = true
    },
    close: async () => {
      const closed = once(listener, 'close')
      listener.close()
      cutAll()
      await closed
    },
  }
}
