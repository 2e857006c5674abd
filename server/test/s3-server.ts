import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'

interface Server {
  run(): Promise<unknown>
  close(): Promise<void>
  httpServer: { closeAllConnections(): void }
  store: FileStore
}

/** The methods of its `FilesystemStore` that are used here, or are replaced. */
interface FileStore {
  getResourcePath(bucket: string, key: string, resource: 'object' | 'object.md5' | 'metadata.json'): string
  putContent(path: string, content: unknown): Promise<[size: number, md5: string]>
  putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>
  putObject(object: S3Object): Promise<{ size: number; md5: string }>
  deleteObject(bucket: string, key: string): Promise<void>
}

interface S3Object {
  bucket: string
  key: string
  content: unknown
  metadata: unknown
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
  const port = await freePort()
  let server: Server | undefined
  const start = async () => {
    await mkdir(join(folder, 'media'), { recursive: true })
    const options = { address: '127.0.0.1', port, silent: true, directory: folder, vhostBuckets: false }
    server = new S3rver(options)
    keepWholeObjects(server.store, join(folder, 'coming'))
    await server.run()
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

/**
 * As S3 does: an object is there once all of it has come. Its own would show what has come so far, for as long as a busy machine
 * takes. And it would remove a folder that has become empty, with what somebody else has put into it by then.
 */
function keepWholeObjects(store: FileStore, coming: string): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const path = store.getResourcePath(bucket, key, 'object')
    const whole = join(coming, randomUUID())
    await Promise.all([mkdir(dirname(path), { recursive: true }), mkdir(coming, { recursive: true })])
    try {
      const [size, md5] = await store.putContent(whole, content)
      await store.putMetadata(bucket, key, metadata, md5)
      await rename(whole, path)
      return { size, md5 }
    } catch (error) {
      await rm(whole, { force: true })
      throw error
    }
  }
  store.deleteObject = async (bucket, key) => {
    for (const resource of ['object', 'object.md5', 'metadata.json'] as const)
      await rm(store.getResourcePath(bucket, key, resource), { force: true })
  }
}
