import assert from 'node:assert/strict'
import { digestOf, mediaOnce, put } from '../server/test/media.ts'
import type { Film, TestService, TestUser } from '../server/test/service.ts'

interface LongScene {
  service: TestService
  user: TestUser
  film: Film
  shots: number
  /** Files that its takes have in turn. */
  films: Buffer[]
}

/** Fills scene 2, which has no shots yet, with shots that have a film each as winner. The ids of these versions. */
export async function longScene({ service, user, film, shots, films }: LongScene): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < shots; number += 1) {
    const shot = await user.send('POST', `/api/scenes/${film.otherSceneDbId}/shots`, {
      shotCode: `2-${String(number + 1).padStart(3, '0')}`,
    })
    assert.equal(shot.status, 201, JSON.stringify(shot.body))
    const { body } = await user.ingest({
      ...film.capture,
      ...{ sceneId: '2', shotId: shot.body.data.id, assetType: 'VIDEO', selected: true },
    })
    ids.push(body.asset.id)
    // What is here already is not sent again.
    const bytes = films[number % films.length]!
    const isFirst = number < films.length
    const headers: Record<string, string> = { 'repr-digest': digestOf(bytes) }
    if (!isFirst) headers['content-range'] = `bytes */${bytes.length}`
    const sent = await put(service, user, body.asset.id, isFirst ? bytes : undefined, { headers })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    if (isFirst) await mediaOnce(user, body.asset.id, 'it is looked into', (media) => !media.isWorkedOn)
  }
  await mediaOnce(
    user,
    ids.at(-1)!,
    'it is looked into',
    (media) => media.state === 'kept' && !media.isWorkedOn,
  )
  return ids
}
