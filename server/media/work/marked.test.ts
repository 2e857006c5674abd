import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { differing, framesOf, numberedFilm, numberOf, quarters, timesOf } from '../../test/numbered-film.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { inWorkshop } from './in-workshop.ts'
import type { Mark } from './messages.ts'
import type { Worked } from './workshop.ts'

const mark: Mark = { name: 'Grace', code: '2026-11-25 0123abcd', width: 640, height: 360 }

const unmakable = 'No copy of it could be made: it is damaged, too large, or would take too long'

function made(worked: Worked, kind: string): string {
  const [one] = worked.made
  assert.deepEqual([worked.made.length, one?.kind, worked.facts.problem], [1, kind, null])
  return one!.path
}

test('a film with a name burnt in has it in every quarter of every frame, and each frame at its number and time', async () => {
  const ffmpeg = await findFfmpeg()
  await inWorkshop({ ffmpeg }, async (inside) => {
    for (const rate of ['24000/1001', '25', '60']) {
      const clean = await numberedFilm(inside.folder, {
        name: `clean-${rate.length}-${Number.parseInt(rate, 10)}.mp4`,
        rate,
        frames: 100,
      })
      const path = made(await inside.work(clean, { mark }), 'proxy')
      const [before, after] = [await framesOf(clean), await framesOf(path)]
      assert.deepEqual(after.map(numberOf), before.map(numberOf), rate)
      assert.deepEqual(
        after.map(numberOf),
        Array.from({ length: 100 }, (_, n) => n),
      )
      for (const quarter of quarters(640, 360)) {
        const all = after.map((frame, n) => differing(frame, before[n]!, 640, quarter))
        assert.ok(Math.min(...all) > 400, `${Math.min(...all)} of ${rate}`)
      }
      assert.deepEqual(await timesOf(path), await timesOf(clean), rate)
    }
  })
})

async function greyOf(path: string) {
  return sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true })
}

test('a picture with a name burnt in has it in every quarter, whatever the name is', async () => {
  await inWorkshop({}, async (inside) => {
    const clean = join(inside.folder, 'clean.png')
    await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#567' } })
      .png()
      .toFile(clean)
    const before = await greyOf(clean)
    const seen = new Set<string>()
    const names = [
      ...['Grace', 'G', 'x'.repeat(60), '﷽'.repeat(20), 'שלום עולם', 'مرحبا', '日本語の名前', '👩‍🎨🎬'],
      ...[
        '<&>"\'%{}:\\',
        '</span><b>x',
        '&amp;&lt;',
        '%{localtime}',
        ':text=x',
        '\u202egnp.exe',
        '\u0000\n\t',
        '\u200d',
        '\ud800',
      ],
    ]
    for (const name of names) {
      const worked = await inside.work(clean, { mark: { ...mark, name } })
      const after = await greyOf(made(worked, 'poster'))
      assert.deepEqual([after.info.width, after.info.height], [1200, 800])
      for (const quarter of quarters(1200, 800)) {
        assert.ok(differing(before.data, after.data, 1200, quarter) > 500, JSON.stringify(name))
      }
      seen.add(after.data.toString('base64'))
      if (process.env.SCREENSHOTS)
        await sharp(made(worked, 'poster'))
          .png()
          .toFile(join(process.env.SCREENSHOTS, `mark-${seen.size}.png`))
    }
    // Of the last three, and of the one that turns the direction, nothing is drawn but the code.
    assert.ok(seen.size >= names.length - 3, `${seen.size}`)
  })
})

test('a name that is mostly empty leaves no more of the picture clean than another', async () => {
  await inWorkshop({}, async (inside) => {
    const clean = join(inside.folder, 'clean.png')
    await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#567' } })
      .png()
      .toFile(clean)
    const before = await greyOf(clean)
    const differs = async (name: string) => {
      const { data } = await greyOf(made(await inside.work(clean, { mark: { ...mark, name } }), 'poster'))
      return data.filter((grey, at) => Math.abs(grey - before.data[at]!) > 8).length
    }
    const usual = await differs('A B')
    for (const blank of [' ', '\u2003', '\u2800', '\u3000', '\u3164'])
      assert.equal(await differs(`A${blank.repeat(58)}B`), usual, JSON.stringify(blank))
  })
})

test('another guest of the same name has another picture', async () => {
  const clean = (folder: string) => join(folder, 'clean.png')
  await inWorkshop({}, async (inside) => {
    await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#567' } })
      .png()
      .toFile(clean(inside.folder))
    const one = await greyOf(made(await inside.work(clean(inside.folder), { mark }), 'poster'))
    const code = mark.code.replace('0', 'f')
    const other = await greyOf(
      made(await inside.work(clean(inside.folder), { mark: { ...mark, code } }), 'poster'),
    )
    assert.notDeepEqual(one.data, other.data)
  })
})

test('what cannot be copied has no copy, and says why', async () => {
  await inWorkshop({}, async (inside) => {
    const film = await numberedFilm(inside.folder, { name: 'film.mp4', rate: '25', frames: 10 })
    const { facts, made } = await inside.work(film, { mark })
    assert.deepEqual([made, facts.problem], [[], 'There is no ffmpeg here'])
  })
  const ffmpeg = await findFfmpeg()
  await inWorkshop({ ffmpeg, limits: { proxyBytes: 2000 } }, async (inside) => {
    const film = await numberedFilm(inside.folder, { name: 'film.mp4', rate: '25', frames: 50 })
    const { facts, made } = await inside.work(film, { mark })
    assert.deepEqual([made, facts.problem], [[], unmakable])
  })
})

test('why there is no copy tells nothing of the machine', async () => {
  await inWorkshop({}, async ({ folder }) => {
    const film = await numberedFilm(folder, { name: 'film.mp4', rate: '25', frames: 10 })
    const path = join(folder, 'talkative')
    await writeFile(path, '#!/bin/sh\necho "$@ of $0" >&2\nexit 1\n', { mode: 0o755 })
    await inWorkshop({ ffmpeg: { path, version: '1' } }, async ({ work }) => {
      const { facts, made } = await work(film, { mark })
      assert.deepEqual([made, facts.problem], [[], unmakable])
    })
  })
})

test('a copy that the machine could not write down is no fault of the picture', async () => {
  await inWorkshop({}, async ({ folder, workshop }) => {
    const clean = join(folder, 'clean.png')
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#567' } })
      .png()
      .toFile(clean)
    await assert.rejects(workshop.work(clean, join(folder, 'away'), { mark }), /ENOENT/)
  })
})
