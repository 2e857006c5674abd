import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { inWorkshop } from '../server/media/work/in-workshop.ts'
import { testAuthority } from '../server/test/authority.ts'
import { put } from '../server/test/media.ts'
import { openStage, type Stage, violations } from './stage.ts'

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
    const capture = { ...film.capture, shotId: film.shotIds[0], selected: true, modelName: 'v7' }
    id = (await user.ingest({ ...capture, rightsState: 'NON_COMMERCIAL', costEstimateUsd: 0.5 })).body.asset
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

  test('the rights sheet is reached from the film, tells what is not safe to ship, and is printed on A4', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}/film`)
    await page.getByRole('link', { name: 'Rights sheet' }).click()
    await page.getByRole('heading', { name: 'Rights sheet' }).waitFor()
    const table = await page.getByRole('table').innerText()
    for (const word of ['012A-A', 'v7', 'Not safe: not for commercial use', 'Nothing selected'])
      assert.ok(table.includes(word), table)
    assert.deepEqual(await violations(page), [])
    for (const options of [{ preferCSSPageSize: true }, { format: 'A4' }]) {
      const pdf = (await page.pdf(options)).toString('latin1')
      // A4 in points, as the browser rounds it; a film of few places is on one sheet, with its name.
      assert.deepEqual(pdf.match(/\/MediaBox ?\[0 0 59[45][.\d]* 84[12]/g)?.length, 1)
      assert.equal(pdf.match(/\/Type ?\/Page\b/g)?.length, 1)
    }
    await stage.close(page)
  })
})
