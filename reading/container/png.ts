import { fourCharacters, nextNul, viewOf } from '../bytes.ts'
import { decodeText } from '../decode-text.ts'
import type { Piece } from '../piece.ts'

const longestKeyword = 200

/**
 * The text, Exif and C2PA chunks of a PNG file. PNG specification, third edition, 11.3.3 and 11.3.4.5; `caBX` is
 * C2PA's, `comf` is a text chunk that ComfyUI puts behind the pictures of an animation.
 */
export function* piecesOfPng(bytes: Uint8Array): Generator<Piece> {
  const view = viewOf(bytes)
  for (let at = 8; at + 8 <= bytes.length; ) {
    const end = at + 8 + view.getUint32(at)
    if (end > bytes.length) return
    const content = bytes.subarray(at + 8, end)
    const type = fourCharacters(bytes, at + 4)
    if (type === 'IEND') return
    if (type === 'eXIf') yield { kind: 'exif', name: '', bytes: content }
    else if (type === 'caBX') yield { kind: 'c2pa', name: '', bytes: content }
    else if (type === 'iTXt') yield* internationalText(content)
    else if (type === 'tEXt' || type === 'comf' || type === 'zTXt') yield* plainText(content, type === 'zTXt')
    at = end + 4
  }
}

/** Keyword, NUL, text; when deflated, the method (0 is zlib) stands in front of the text. */
function* plainText(content: Uint8Array, deflated: boolean): Generator<Piece> {
  const nul = nextNul(content, 0, longestKeyword)
  if (nul === undefined || (deflated && content[nul + 1] !== 0)) return
  const name = decodeText(content.subarray(0, nul))
  yield { kind: 'text', name, bytes: content.subarray(nul + (deflated ? 2 : 1)), deflated }
}

/** Keyword, NUL, whether it is deflated, method, language, NUL, translated keyword, NUL, text in UTF-8. */
function* internationalText(content: Uint8Array): Generator<Piece> {
  const nul = nextNul(content, 0, longestKeyword)
  if (nul === undefined) return
  const endOfLanguage = nextNul(content, nul + 3)
  const endOfTranslation = endOfLanguage && nextNul(content, endOfLanguage + 1)
  if (endOfTranslation === undefined) return
  const deflated = content[nul + 1] === 1
  if (deflated && content[nul + 2] !== 0) return
  const name = decodeText(content.subarray(0, nul))
  const kind = name === 'XML:com.adobe.xmp' ? 'xmp' : 'text'
  yield { kind, name, bytes: content.subarray(endOfTranslation + 1), deflated }
}
