import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { textType } from './text-type.ts'

/** Bytes at the beginning that tell whether it is a text. */
const beginningBytes = 4096

/** Names that say the same. */
const otherNames: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
  'video/vnd.avi': 'video/x-msvideo',
  'video/matroska': 'video/x-matroska',
  'video/mp1s': 'video/mpeg',
  'video/mp2p': 'video/mpeg',
  'image/apng': 'image/png',
}

/** Formats of text that have a beginning of their own. */
const knownTexts = ['application/pdf', 'application/postscript', 'application/rtf']

/**
 * The media type of a file by its content, and never by its name: `application/octet-stream` where that tells nothing. Throws
 * where the file cannot be read.
 */
export async function mediaType(path: string): Promise<{ type: string; bytes: number }> {
  const { beginning, bytes } = await begin(path)
  const text = bytes === 0 ? undefined : await textType(path, beginning, bytes)
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const named = found && plain(found.mime)
  if (text && !(named && knownTexts.includes(named))) return { type: text, bytes }
  return { type: named ?? 'application/octet-stream', bytes }
}

async function begin(path: string): Promise<{ beginning: Buffer; bytes: number }> {
  await using file = await open(path)
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(beginningBytes), position: 0 })
  return { beginning: buffer.subarray(0, bytesRead), bytes: size }
}

/** Without its parameters, in lower case, by the usual one of its names. */
function plain(type: string): string {
  const name = type.split(';')[0]!.trim().toLowerCase()
  return otherNames[name] ?? name
}
