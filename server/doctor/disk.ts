import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, stat, statfs, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Settings } from '../config.ts'
import { placeOf } from '../media/open-store.ts'
import { codeOf, isFull } from '../media/store-failure.ts'
import { type Finding, failed, skipped, warned, well } from './check.ts'
import { listText, sizeText } from './words.ts'

const gigabyte = 1024 ** 3

/** Bytes that are to be free. */
const room = { warned: 5 * gigabyte, failed: gigabyte / 2 }

/** Milliseconds that a flush may take: the disks of today take less than 5, those that turn some 10. */
const slow = 20

const writes = 20
/** Milliseconds after which no further write begins. */
const longest = 3000

type Places = Pick<Settings, 'dataFolder' | 'media'>

/** Where media are, unless that is a bucket. */
export function mediaFolder(settings: Places): string | undefined {
  const place = placeOf(settings)
  return place.startsWith('s3://') ? undefined : place
}

export async function checkRoom(settings: Places): Promise<Finding> {
  const folders = [resolve(settings.dataFolder), mediaFolder(settings)].filter((one) => one !== undefined)
  const disks = new Map<number, { bytes: number; folder: string }>()
  for (const folder of folders) {
    const place = thereOf(folder)
    const { dev } = await stat(place)
    const { bavail, bsize } = await statfs(place)
    if (!disks.has(dev)) disks.set(dev, { bytes: bavail * bsize, folder })
  }
  const found = `${listText([...disks.values()].map(({ bytes, folder }) => `${sizeText(bytes)} for ${folder}`))} are free.`
  const least = Math.min(...[...disks.values()].map(({ bytes }) => bytes))
  if (least >= room.warned) return well(found)
  const todo = 'Make room on it, or give it a larger disk: what is captured is refused once it is full.'
  return least < room.failed ? failed(found, todo) : warned(found, todo)
}

/** Of what is not there yet, the folder that it will be in. */
function thereOf(path: string): string {
  const parent = dirname(path)
  return existsSync(path) || parent === path ? path : thereOf(parent)
}

export async function checkSpeed({ dataFolder }: Pick<Settings, 'dataFolder'>): Promise<Finding> {
  if (!existsSync(dataFolder)) return skipped(`There is no folder ${resolve(dataFolder)} yet to try.`)
  let median: number
  try {
    median = await flushMilliseconds(dataFolder, writes)
  } catch (error) {
    return unwritable(dataFolder, error)
  }
  const found = `To flush a small write to ${resolve(dataFolder)} takes ${millisecondsText(median)}.`
  if (median <= slow) return well(found)
  return warned(
    found,
    'Put the data folder on a disk of this machine, best an SSD: everything that is captured waits for a flush.',
  )
}

function millisecondsText(milliseconds: number): string {
  if (milliseconds < 0.1) return 'less than 0.1 ms'
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}

/** Throws what the system says otherwise than of a folder that takes no files. */
export function unwritable(folder: string, error: unknown): Finding {
  if (isFull(error)) return failed(`The disk of ${resolve(folder)} is full.`, 'Make room on it.')
  const code = codeOf(error)
  if (code === undefined) throw error
  return failed(
    `The folder ${resolve(folder)} cannot be written to (${code}).`,
    'Give it to the user that runs Dailies, and run this as that user.',
  )
}

/**
 * What it takes in the middle to write 4 kB and have the disk keep them, in milliseconds. The file has lost its name before
 * anything is in it: nothing of it stays, also where the process is killed.
 */
export async function flushMilliseconds(folder: string, times: number): Promise<number> {
  const path = join(folder, `doctor-${randomUUID()}`)
  const piece = Buffer.alloc(4096, 1)
  const took: number[] = []
  await using file = await open(path, 'wx', 0o600)
  await unlink(path)
  const begun = performance.now()
  while (took.length < times && (took.length === 0 || performance.now() - begun < longest)) {
    const before = performance.now()
    await file.write(piece)
    await file.datasync()
    took.push(performance.now() - before)
  }
  return took.sort((one, other) => one - other)[took.length >> 1]!
}
