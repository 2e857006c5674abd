import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
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
    environment: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    fileOf: (key) => join(folder, 'media', `${key}._S3rver_object`),
    start,
    stop,
  }
}
