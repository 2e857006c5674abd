import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMedia } from '../read-media.ts'
import { comment, mp3, userText } from '../sample/audio.ts'
import { latin1 } from '../sample/bytes.ts'

test('Suno writes the id, the title and the lyrics into the tags of a song', async () => {
  const id = '116d34f4-b3d5-48b8-9334-011b1dd1df00'
  const file = mp3(4, [
    { id: 'TIT2', content: Uint8Array.from([0, ...latin1('Night Train')]) },
    comment(`made with suno; created=2025-10-08T16:20:02.314Z; id=${id}`),
    userText('lyrics', 'first line\nsecond line'),
  ])
  assert.deepEqual(await readMedia(file), [
    {
      source: { kind: 'media', format: 'mp3:comment', tool: 'Suno' },
      platformKey: 'suno',
      externalAssetId: id,
      title: 'Night Train',
      metadata: { createdAt: '2025-10-08T16:20:02.314Z', lyrics: 'first line\nsecond line' },
    },
  ])
})
