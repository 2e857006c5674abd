import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { inWorkshop } from '../server/media/work/in-workshop.ts'
import { testAuthority } from '../server/test/authority.ts'
import { put } from '../server/test/media.ts'
import { openStage, type Stage, screenshot, violations } from './stage.ts'

const source = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
const manifest = JSON.stringify({
  claim_generator_info: [{ name: 'Some Generator' }],
  assertions: [
    {
      label: 'c2pa.actions.v2',
      data: { actions: [{ action: 'c2pa.created', digitalSourceType: source }] },
    },
  ],
})

const tool = { platformKey: 'midjourney', platformLabel: 'Midjourney', modelName: 'Midjourney v7' }

/** A picture that was signed by somebody. */
async function signedPicture(): Promise<Buffer> {
  const { chain, key } = await testAuthority()
  const picture = sharp({ create: { width: 640, height: 360, channels: 3, background: '#465' } })
  const bytes = await picture.jpeg().toBuffer()
  return inWorkshop({}, async ({ folder, work }) => {
    const path = join(folder, 'original.jpg')
    await writeFile(path, bytes)
    const { made } = await work(path, { signing: { chain, key, manifest } })
    return readFile(made[0]!.path)
  })
}

describe('where takes come from', () => {
  let stage: Stage
  let id: string

  before(async () => {
    stage = await openStage({ alone: {} })
    const { user, film } = stage
    const capture = { ...film.capture, shotId: film.shotIds[0], selected: true, ...tool }
    id = (await user.ingest({ ...capture, rightsState: 'NON_COMMERCIAL', costEstimateUsd: 13.25 })).body.asset
      .id
    assert.ok((await put(stage.service, user, id, await signedPicture())).status < 300)
  })
  after(() => stage?.end())

  test('who signed a file, and what it says, stands beside the facts of the take', async () => {
    const page = await stage.open(`/assets/${id}`)
    const section = page.getByRole('region', { name: 'Content credentials' })
    await section.waitFor()
    const text = await section.innerText()
    for (const word of ['Test Studio Signer', 'Some Generator', 'trainedAlgorithmicMedia', 'not known here'])
      assert.ok(text.includes(word), text)
    await stage.close(page)
  })

  const places = (page: Page) => page.getByRole('region', { name: 'Places and their takes' })

  /** Codes and figures that stand on more than one line. */
  function broken(page: Page): Promise<string[]> {
    return places(page).evaluate((table) =>
      ['Scene', 'Shot', 'Cost', 'Rights'].flatMap((name) =>
        [...table.querySelectorAll(`td[data-name=${name}]`)]
          .filter((cell) => {
            const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
            const range = document.createRange()
            while (texts.nextNode()) {
              range.selectNodeContents(texts.currentNode)
              if (range.getClientRects().length > 1) return true
            }
            return false
          })
          .map((cell) => cell.textContent),
      ),
    )
  }

  test('the rights sheet is reached from the film, tells what is not safe to ship, and is printed on A4', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}/film`)
    await page.getByRole('link', { name: 'Rights sheet' }).click()
    await page.getByRole('heading', { name: 'Rights sheet' }).waitFor()
    const table = await places(page).innerText()
    for (const word of ['012A-A', 'Not safe', 'not for commercial use', 'Nothing selected'])
      assert.ok(table.includes(word), table)
    assert.ok(table.includes('Midjourney v7') && !table.includes('Midjourney Midjourney'), table)
    const { sha256, capturedBy } = (await stage.user.get(`/api/assets/${id}/provenance`)).body.data
    assert.ok(table.includes(sha256.slice(0, 16)), table)
    await page.getByTitle(sha256).waitFor()
    for (const [table, row] of [
      ['Takes by tool', 'Midjourney v7\t1\t$13.25'],
      ['Takes by rights', 'Non-commercial\t1'],
      ['Takes by person', `${capturedBy.name}\t1`],
    ] as const) {
      const sums = await page.getByRole('table', { name: table }).innerText()
      assert.ok(sums.split('\n').includes(row), sums)
    }
    assert.deepEqual(await broken(page), [])
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'rights-sheet')
    for (const options of [{ preferCSSPageSize: true }, { format: 'A4' }]) {
      const pdf = (await page.pdf(options)).toString('latin1')
      // A4 in points, as the browser rounds it; a film of few places is on one sheet, with its name.
      assert.deepEqual(pdf.match(/\/MediaBox ?\[0 0 59[45][.\d]* 84[12]/g)?.length, 1)
      assert.equal(pdf.match(/\/Type ?\/Page\b/g)?.length, 1)
    }
    await stage.close(page)
  })

  test('the rights sheet on a phone and on paper breaks no number, and nothing of it is cut off', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}/rights-sheet?date=2026-11-26`, {
      size: 'phone',
      alone: true,
    })
    for (const [media, width] of [
      ['screen', 390],
      // A4 without its margins, in CSS pixels.
      ['print', 703],
    ] as const) {
      await page.emulateMedia({ media })
      await page.setViewportSize({ width, height: 900 })
      await places(page).waitFor()
      assert.deepEqual(await broken(page), [], media)
      const [inner, outer] = await places(page).evaluate((table) => [table.scrollWidth, table.clientWidth])
      assert.ok(inner! <= outer!, `${media}: ${inner} > ${outer}`)
      await screenshot(page, `rights-sheet-${media}`)
    }
    await page.emulateMedia({ media: 'screen' })
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })
})
