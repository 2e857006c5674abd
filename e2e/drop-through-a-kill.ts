import assert from 'node:assert/strict'
import { becomes } from './becomes.ts'
import { dropPaths, folderOf, generated } from './drop-files.ts'
import { faultyService } from './faulty-service.ts'
import { openKillableBrowser } from './killable-browser.ts'
import { openMediaStage } from './media-stage.ts'
import { settled, signIn } from './stage.ts'

interface Amount {
  files: number
  /** Of each. */
  bytes: number
  /** For all of it. */
  seconds: number
}

/**
 * Drops a folder on a scene, and while it is sent reloads the page, kills the browser, and drops the same folder again. Each file is
 * filed once, with its prompt and its bytes.
 */
export async function dropThroughAKill({ files, bytes, seconds }: Amount): Promise<void> {
  const stage = await openMediaStage()
  const prompts = Array.from({ length: files }, (_, index) => `a lighthouse at dusk, take ${index + 1}`)
  const folder = await folderOf(
    Object.fromEntries(prompts.map((prompt, index) => [`${index + 1}.png`, generated({ prompt, bytes })])),
  )
  const between = await faultyService(stage.service.address)
  const browser = await openKillableBrowser(
    between.address,
    await signIn(stage.service.address, stage.user.email),
  )
  try {
    const board = `${between.address}/scenes/${stage.film.sceneDbId}`
    const all = async () => {
      const takes: { id: string; prompt: string; media: { state: string } | null }[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const answer = await stage.user.get(
          `/api/scenes/${stage.film.sceneDbId}/assets?limit=100${cursor && `&cursor=${cursor}`}`,
        )
        takes.push(...answer.body.data)
        cursor = answer.body.metadata.nextCursor
      }
      return takes
    }
    const countKept = async () => (await all()).filter(({ media }) => media?.state === 'kept').length

    let page = await browser.page()
    await page.goto(board)
    const zone = page.locator('[data-drop^="Drop files to add them to scene"]')
    await zone.waitFor()
    await settled(page)
    await dropPaths(zone, [folder.path])
    const dialog = page.getByRole('dialog', { name: `Add ${files} files to scene 012A` })
    const add = dialog.getByRole('button', { name: `Add ${files} takes` })
    await becomes(() => add.isEnabled(), true, seconds)
    // So that most of it is still to be sent: nothing comes through but what is asked.
    between.fail('gone', {}, /^PUT /)
    await add.click()
    const panel = page.getByRole('region', { name: 'Uploads' })
    await panel.getByText('All are kept in this browser').waitFor({ timeout: seconds * 1000 })
    between.fail('none')
    const some = Math.ceil(files / 5)
    await becomes(async () => (await countKept()) >= some, true, seconds)

    await page.reload()
    await panel.waitFor()
    await becomes(async () => (await countKept()) >= 2 * some, true, seconds)

    await browser.killAndReopen()
    page = await browser.page()
    await page.goto(board)
    const after = page.getByRole('region', { name: 'Uploads' })
    await becomes(countKept, files, seconds)
    await after.getByText(/^\d+ files? sent$/).waitFor()

    // The same again: all of it is there.
    await settled(page)
    await dropPaths(page.locator('[data-drop^="Drop files to add them to scene"]'), [folder.path])
    const again = page.getByRole('dialog', { name: `Add ${files} files to scene 012A` })
    const said = async () => (await again.getByText(/^Left out: /).allTextContents())[0]?.split('.')[0]
    await becomes(said, `Left out: ${files} are in the scene already`, seconds)
    assert.equal(await again.getByRole('button', { name: 'Add 0 takes' }).isDisabled(), true)

    const takes = await all()
    assert.equal(takes.length, files)
    assert.deepEqual(takes.map(({ prompt }) => prompt).sort(), prompts.toSorted())
  } finally {
    await browser.end()
    between.close()
    await folder.end()
    await stage.end()
  }
}
