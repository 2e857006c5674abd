import { big, joinBytes, latin1, utf8 } from './bytes.ts'

/** The segments of a JPEG file up to the picture, and the start of that; no decoder would show it. */
export function jpeg(segments: Uint8Array[]): Uint8Array {
  const jfif = segment(0xe0, joinBytes(latin1('JFIF\0'), [1, 1, 0, 0, 1, 0, 1, 0, 0]))
  const scan = joinBytes(segment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0)), [0x12, 0x34, 0xff, 0xd9])
  return joinBytes([0xff, 0xd8], jfif, ...segments, scan)
}

export function segment(marker: number, content: Uint8Array): Uint8Array {
  return joinBytes([0xff, marker], big(content.length + 2, 2), content)
}

export function exifSegment(block: Uint8Array): Uint8Array {
  return segment(0xe1, joinBytes(latin1('Exif\0\0'), block))
}

export function xmpSegment(packet: string): Uint8Array {
  return segment(0xe1, joinBytes(latin1('http://ns.adobe.com/xap/1.0/\0'), utf8(packet)))
}

export function commentSegment(comment: string): Uint8Array {
  return segment(0xfe, utf8(comment))
}

/** A box over as many segments as it takes, each with the box's header of eight bytes in front. */
export function boxSegments(box: Uint8Array, longest = 65_000): Uint8Array[] {
  const header = box.subarray(0, 8)
  const content = box.subarray(8)
  const count = Math.ceil(content.length / longest)
  return Array.from({ length: count }, (_, index) => {
    const part = content.subarray(index * longest, (index + 1) * longest)
    return segment(0xeb, joinBytes(latin1('JP'), big(7, 2), big(index + 1, 4), header, part))
  })
}
