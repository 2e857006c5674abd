import type { Connection } from '../connection/connection.ts'
import { readCapture } from '../queue/captures.ts'
import { readSetting } from '../store/database.ts'
import { listMedia, listStored } from './media-queue.ts'
import type { QueuedMedia } from './queued-media.ts'

/** Media that can be sent: of a version that is filed with the service that is connected. */
export interface Task {
  media: QueuedMedia
  /** Of the version. */
  assetId: string
  connection: Connection
}

/** Those that can be sent now, `limit` at most beside those that are `running`; and films of which stills are to be made. */
export async function nextTasks(limit: number, running: ReadonlySet<string>): Promise<Task[]> {
  const connection = await readSetting('connection')
  if (connection?.state !== 'connected') return []
  const tasks: Task[] = []
  for (const media of await listStored()) {
    if (tasks.length > 0) break
    if (media.state === 'kept') await add(media)
  }
  const most = tasks.length + limit
  for (const media of await listMedia('sending', 'ready')) {
    if (tasks.length >= most) break
    if (!running.has(media.id) && (media.notBefore ?? 0) <= Date.now()) await add(media)
  }
  return tasks

  async function add(media: QueuedMedia): Promise<void> {
    const { state, asset, service } = (await readCapture(media.id)) ?? {}
    const isHere = state === 'synced' && service === connection!.address
    if (isHere && asset) tasks.push({ media, assetId: asset.id, connection: connection! })
  }
}

/** Whether there is something that goes on by itself, once it is its time. */
export async function hasToComeBack(): Promise<boolean> {
  const connection = await readSetting('connection')
  if (connection?.state !== 'connected' || (await readSetting('sendMedia')) === 'never') return false
  const moving = await listMedia('taking', 'sending')
  if (moving.length > 0) return true
  for (const { id } of await listMedia('ready')) {
    const { state, service } = (await readCapture(id)) ?? {}
    if (state === 'synced' && service === connection.address) return true
  }
  return false
}
