import type { Draft } from '../draft.ts'
import { type NamedText, textNamed } from '../named-text.ts'
import { told } from '../values.ts'

const mark = /^made with suno\b[^;]*(?:;\s*created=([^;\s]+))?;\s*id=([0-9a-f-]{36})/i

/** What Suno writes into the tags of its songs: `made with suno; created=…; id=…` as the comment, title and lyrics. */
export function readSuno(texts: readonly NamedText[]): Draft | undefined {
  const found = texts.find(({ name, text }) => /^(?:comment|description)$/i.test(name) && mark.test(text))
  if (!found) return undefined
  const [, createdAt, externalAssetId] = mark.exec(found.text)!
  const title = textNamed(texts, 'title')?.text
  return {
    format: found.format,
    tool: 'Suno',
    platformKey: 'suno',
    externalAssetId,
    ...(title && { title }),
    metadata: told({
      createdAt,
      artist: textNamed(texts, 'artist')?.text,
      lyrics: textNamed(texts, 'lyrics', 'lyrics-eng')?.text,
    }),
  }
}
