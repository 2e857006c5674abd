import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

interface Server {
  run(): Promise<{ port: number }>
  close(): Promise<void>
  httpServer: { closeAllConnections(): void }
}

/** Without types of its own. */
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Server

export interface S3Server {
  /** The variables by which a program finds it. */
  environment: Record<string, string>
  /** Where it keeps an object of the bucket `media`. */
  fileOf(key: string): string
  stop(): Promise<void>
  /** At the address where it was. */
  start(): Promise<void>
}

/** One that takes every request, and never answers. `asked`: fulfilled with the first. */
export async function silentS3Server() {
  const asked = Promise.withResolvers<void>()
  const server = createServer(() => asked.resolve())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    environment: environmentOf(port),
    asked: asked.promise,
    stop: () => server.close().closeAllConnections(),
  }
}

const environmentOf = (port: number) => ({
  AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
})

/** A real S3 server on loopback, which keeps the bucket `media` in the folder. It compares signatures. */
export async function s3Server(folder: string): Promise<S3Server> {
  let port = 0
  let server: Server | undefined
  const start = async () => {
    await mkdir(join(folder, 'media'), { recursive: true })
    const options = { address: '127.0.0.1', port, silent: true, directory: folder, vhostBuckets: false }
    server = new S3rver(options)
    port = (await server.run()).port
  }
  const stop = async () => {
    const closed = server?.close()
    server?.httpServer.closeAllConnections()
    server = undefined
    await closed
  }
  await start()
  return {
    environment: environmentOf(port),
    fileOf: (key) => join(folder, 'media', `${key}._S3rver_object`),
    start,
    stop,
  }
}
