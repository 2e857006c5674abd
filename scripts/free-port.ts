import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below those that a system gives to whoever asks for any port, a client's end of a connection among them (Linux from 32,768,
 * others from 49,152): it is still free when a server comes back to it that was away.
 */
const [first, end] = [20_000, 32_000]

/** A port of the loopback that nobody has. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, end)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
