import { big, joinBytes, latin1, little, utf8, utf16 } from './bytes.ts'

function vorbisComments(tags: Record<string, string>): Uint8Array {
  const comments = Object.entries(tags).map(([name, value]) => utf8(`${name}=${value}`))
  return joinBytes(
    little(4, 4),
    latin1('Lavf'),
    little(comments.length, 4),
    ...comments.map((comment) => joinBytes(little(comment.length, 4), comment)),
  )
}

export function flac(tags: Record<string, string>): Uint8Array {
  const comments = vorbisComments(tags)
  const info = joinBytes([0], big(34, 3), new Uint8Array(34))
  return joinBytes(latin1('fLaC'), info, [0x84], big(comments.length, 3), comments, new Uint8Array(50))
}

/** An Opus file; tags that do not fit into a page of 255 segments go on in the next. */
export function opus(tags: Record<string, string>): Uint8Array {
  const head = joinBytes(latin1('OpusHead'), new Uint8Array(11))
  const packet = joinBytes(latin1('OpusTags'), vorbisComments(tags))
  const segments = [...Array<number>(Math.floor(packet.length / 255)).fill(255), packet.length % 255]
  const pages: Uint8Array[] = []
  for (let first = 0, at = 0; first < segments.length; first += 255) {
    const table = segments.slice(first, first + 255)
    const length = table.reduce((sum, size) => sum + size, 0)
    pages.push(page(table, packet.subarray(at, at + length)))
    at += length
  }
  return joinBytes(page([head.length], head), ...pages, page([20], new Uint8Array(20)))
}

function page(table: number[], content: Uint8Array): Uint8Array {
  return joinBytes(
    latin1('OggS'),
    new Uint8Array(10),
    little(77, 4),
    new Uint8Array(8),
    [table.length],
    table,
    content,
  )
}

export interface Id3Frame {
  id: string
  content: Uint8Array
}

export function mp3(version: 3 | 4, frames: Id3Frame[]): Uint8Array {
  const size = (length: number) => (version === 4 ? syncsafe(length) : big(length, 4))
  const body = joinBytes(
    ...frames.map(({ id, content }) => joinBytes(latin1(id), size(content.length), [0, 0], content)),
    new Uint8Array(16),
  )
  return joinBytes(latin1('ID3'), [version, 0, 0], syncsafe(body.length), body, [0xff, 0xfb, 0x90, 0x64])
}

/** As FFmpeg writes a tag of its own. */
export function userText(name: string, value: string, isWide = false): Id3Frame {
  const content = isWide
    ? joinBytes([1, 0xff, 0xfe], utf16(`${name}\0`, 'little'), [0xff, 0xfe], utf16(value, 'little'))
    : joinBytes([3], utf8(`${name}\0${value}`))
  return { id: 'TXXX', content }
}

export function comment(value: string): Id3Frame {
  return { id: 'COMM', content: joinBytes([3], latin1('eng\0'), utf8(value)) }
}

export function attached(type: string, content: Uint8Array): Id3Frame {
  return { id: 'GEOB', content: joinBytes([0], latin1(`${type}\0c2pa\0manifest store\0`), content) }
}

function syncsafe(value: number): Uint8Array {
  return Uint8Array.of((value >> 21) & 127, (value >> 14) & 127, (value >> 7) & 127, value & 127)
}
