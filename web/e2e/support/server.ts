import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Server {
  url: string
  stop: () => Promise<void>
}

export interface ServerOptions {
  /** The address to listen on; by default any free local port. */
  listen?: string
  /** The public origin, if it differs from the printed address. */
  origin?: string
}

/** Starts the program in AZULEJO_BIN with a temporary database. */
export async function startServer({ listen, origin }: ServerOptions = {}): Promise<Server> {
  const program = process.env.AZULEJO_BIN
  if (!program) throw new Error('AZULEJO_BIN must be the path of the azulejo program')
  const data = await mkdtemp(join(tmpdir(), 'azulejo-e2e-'))
  const child = spawn(
    program,
    [
      ...['serve', '--data', data, '--listen', listen ?? '127.0.0.1:0', '--bot-delay', '0'],
      // All tests come from one address.
      ...['--rate-limits', '10'],
      ...(origin ? ['--origin', origin] : []),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-20_000)
  })
  const ended = once(child, 'exit')
  const first = once(createInterface({ input: child.stdout }), 'line')
  const line = await Promise.race([
    first.then(([text]) => String(text).trim()),
    ended.then(([code]) => {
      throw new Error(`${program} exited with ${String(code)} before printing its address\n${log}`)
    }),
  ])
  if (!URL.canParse(line)) throw new Error(`the first line is not a URL: ${line}\n${log}`)
  return {
    url: new URL(line).origin,
    stop: async () => {
      child.kill()
      await ended
      await rm(data, { recursive: true, force: true })
    },
  }
}
