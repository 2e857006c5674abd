import { joined, standsAt, viewOf } from '../bytes.ts'
import type { Piece } from '../piece.ts'

const exifSignature = 'Exif\0\0'
const xmpSignature = 'http://ns.adobe.com/xap/1.0/\0'

/**
 * The Exif, XMP, comment and C2PA segments in front of the picture of a JPEG file. ITU-T T.81, B.1; for the boxes of
 * C2PA, that are cut into segments of 64 kB, ISO/IEC 19566-5, D.2 and the C2PA specification, A.3.1.
 */
export function* piecesOfJpeg(bytes: Uint8Array): Generator<Piece> {
  const view = viewOf(bytes)
  const boxes = new Map<number, Uint8Array[]>()
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1]!
    if (bytes[at] !== 0xff || marker === 0xda || marker === 0xd9) break
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + view.getUint16(at + 2)
    if (end < at + 4 || end > bytes.length) break
    const content = bytes.subarray(at + 4, end)
    if (marker === 0xe1 && standsAt(content, 0, exifSignature)) {
      yield { kind: 'exif', name: '', bytes: content.subarray(exifSignature.length) }
    } else if (marker === 0xe1 && standsAt(content, 0, xmpSignature)) {
      yield { kind: 'xmp', name: '', bytes: content.subarray(xmpSignature.length) }
    } else if (marker === 0xfe) {
      yield { kind: 'text', name: 'Comment', bytes: content }
    } else if (marker === 0xeb && standsAt(content, 0, 'JP')) {
      keepPart(boxes, content)
    }
    at = end
  }
  for (const parts of boxes.values()) yield { kind: 'c2pa', name: '', bytes: joined(parts) }
}

/** `JP`, number of the box, number of the part from 1, and then the box's header (again in each part) and content. */
function keepPart(boxes: Map<number, Uint8Array[]>, content: Uint8Array): void {
  if (content.length < 16) return
  const view = viewOf(content)
  const box = view.getUint16(2)
  const part = view.getUint32(4)
  const parts = boxes.get(box) ?? []
  if (part !== parts.length + 1) return
  const header = view.getUint32(8) === 1 ? 16 : 8
  boxes.set(box, parts)
  parts.push(content.subarray(part === 1 ? 8 : 8 + header))
}
