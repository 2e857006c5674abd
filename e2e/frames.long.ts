import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type MediaStage, openMediaStage } from './media-stage.ts'
import { numberedFilm } from './numbered-film.ts'
import { chosen, keptFilm, openPlayer, rates } from './player-stage.ts'

const [frames, seeks] = [480, 500]

/** As `player.test.ts` has it, of many frames. */
describe('many frames of each rate', () => {
  let stage: MediaStage

  before(async () => {
    stage = await openMediaStage()
  })
  after(() => stage?.end())

  for (const rate of rates) {
    test(`${seeks} frames at ${rate} a second: none is another than was asked for`, async () => {
      const id = await keptFilm(stage, await numberedFilm({ rate, frames }), `At ${rate}`)
      const one = await openPlayer(stage, id, `At ${rate}`)
      const off: string[] = []
      for (const frame of chosen(seeks, frames, Number.parseInt(rate, 10))) {
        await one.goTo(frame)
        const shown = await one.shown()
        if (shown !== frame) off.push(`${frame}: ${shown}`)
      }
      console.log(`${rate}: ${off.length} of ${seeks} off`)
      assert.deepEqual(off, [])
      await stage.close(one.page)
    })
  }
})
