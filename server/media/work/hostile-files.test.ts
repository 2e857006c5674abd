import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import sharp from 'sharp'
import { findFfmpeg } from './ffmpeg.ts'
import { hostileFiles } from './hostile-files.ts'
import { inWorkshop } from './in-workshop.ts'

/** Those that are to be told as what a browser runs, or may run. */
const pages = /^(page\.html|page\.png|comment\.jpg|page\.xml)$/

test('whatever is sent has an answer in words, and the workshop goes on', async () => {
  const errors: string[] = []
  const settings = {
    atOnce: 2,
    ffmpeg: (await findFfmpeg())!,
    limits: { milliseconds: 1500, filmMilliseconds: 1500, proxyMilliseconds: 1500 },
    onError: (error: Error) => errors.push(error.message),
  }
  await inWorkshop(settings, async (inside) => {
    const files = await hostileFiles(inside.folder)
    assert.ok(files.length > 100)
    assert.equal(new Set(files.map(({ name }) => name)).size, files.length)
    const answers = files.map(async ({ name, why, path }) => {
      const { facts, made } = await inside.work(path, { proxy: true })
      const what = `${name} (${why}): ${JSON.stringify(facts)}`
      assert.match(facts.type, /^[a-z]+\/[a-z0-9.+-]+$/, what)
      assert.equal(facts.type === 'text/html', pages.test(name), what)
      assert.ok(facts.problem === null || /^[A-Z].{5,}/.test(facts.problem), what)
      assert.ok(facts.durationSeconds === null || facts.durationSeconds < 1e7, what)
      for (const one of made) {
        assert.equal((await stat(one.path)).size, one.bytes, what)
        if (one.type !== 'image/webp') continue
        const picture = await sharp(one.path).metadata()
        assert.deepEqual(
          [picture.format, picture.width, picture.height],
          ['webp', one.width, one.height],
          what,
        )
      }
      if (/^(image|video|audio)\//.test(facts.type)) return
      assert.deepEqual(made, [], what)
    })
    await Promise.all(answers)
    assert.deepEqual(errors, [], 'no decoder has crashed')
  })
})
