import { joinBytes, latin1, little } from './bytes.ts'

export interface RiffChunk {
  type: string
  content: Uint8Array
}

export function riff(form: 'WEBP' | 'WAVE', chunks: RiffChunk[]): Uint8Array {
  const first =
    form === 'WEBP'
      ? { type: 'VP8X', content: new Uint8Array(10) }
      : { type: 'fmt ', content: new Uint8Array(16) }
  const body = joinBytes(
    latin1(form),
    ...[first, ...chunks].map(({ type, content }) =>
      joinBytes(latin1(type), little(content.length, 4), content, new Uint8Array(content.length % 2)),
    ),
  )
  return joinBytes(latin1('RIFF'), little(body.length, 4), body)
}
