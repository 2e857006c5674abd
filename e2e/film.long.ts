import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CutEntry } from '@dailies/contract/cut.ts'
import { becomes } from './becomes.ts'
import { judged, type Watched, watchFilm } from './film-watch.ts'
import { longScene } from './long-scene.ts'
import { type MediaStage, openMediaStage } from './media-stage.ts'
import { numberedFilm } from './numbered-film.ts'

const [shots, frames] = [200, 24]
const rate = { numerator: 24, denominator: 1 }

/** As `film-player.test.ts` has it, of a scene of many shots. */
describe('a scene of many shots', () => {
  let stage: MediaStage
  let cut: CutEntry[]

  before(async () => {
    stage = await openMediaStage()
    const films = []
    for (const tone of [1, 2, 3, 4, 5])
      films.push(await numberedFilm({ rate: '24', frames, options: ['-metadata', `title=${tone}`] }))
    await longScene({ ...stage, shots, films })
    const { projectId, otherSceneDbId } = stage.film
    cut = (await stage.user.get(`/api/projects/${projectId}/cut?sceneDbId=${otherSceneDbId}`)).body.data
    assert.equal(cut.length, shots)
  })
  after(() => stage?.end())

  test('each shot changes within a frame of the plan, none is waited for, and none is black', async () => {
    const { projectId, otherSceneDbId } = stage.film
    const page = await stage.open(`/projects/${projectId}/film?scene=${otherSceneDbId}`, { alone: true })
    await page.evaluate(watchFilm)
    const ready = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLVideoElement>('[data-layers] video')].map(
          ({ readyState, seeking }) => readyState >= 2 && !seeking,
        ),
      )
    await becomes(ready, [true, true])
    await page.keyboard.press(' ')
    const last = cut.at(-1)!
    const frame = () =>
      page.evaluate(() => Number(document.querySelector<HTMLElement>('[data-layers]')!.dataset.frame))
    await becomes(async () => (await frame()) >= last.start + 12, true, 1200)
    const watched = await page.evaluate(() => (window as unknown as { watched: Watched }).watched)
    const { changes, worstChange, waits, black, off, frames: seen } = judged(watched, cut, rate)
    console.log(
      `${changes} changes, the farthest ${worstChange.toFixed(2)} frames from the plan; ${waits} waits, ${black} black, ${off} of ${seen} pictures off`,
    )
    assert.equal(changes, shots - 1)
    assert.equal(waits, 0)
    assert.ok(black <= 1, `${black} black`)
    assert.ok(worstChange <= 1, `${worstChange} frames`)
    await stage.close(page)
  })
})
