import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import type { Look } from './pages.ts'
import { partsOfConsole, type Screen, screensOf } from './screens.ts'
import { openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

/** Looks at every screen of a size, and what it opens, in both themes: axe-core finds nothing wrong, and nothing sticks out. */
export function sweep(size: Look['size']): void {
  describe(`every screen on a ${size}`, () => {
    let stage: Stage
    let screens: Awaited<ReturnType<typeof screensOf>>

    before(async () => {
      stage = await openStage()
      const ids: string[] = []
      for (const number of [1, 2, 3, 4]) {
        const { body } = await stage.user.ingest({
          ...stage.film.capture,
          title: `Take ${number}`,
          rightsState: 'COMMERCIAL_ALLOWED',
          compareGroup: '012A-A boulevard',
          parentVersionId: ids.at(-1),
        })
        ids.push(body.asset.id)
      }
      screens = await screensOf(stage, ids)
    })
    after(() => stage?.end())

    for (const part of partsOfConsole) {
      test(`nothing is wrong with ${part} on a ${size}`, async () => {
        for (const [index, screen] of screens[part].entries()) {
          await look(screen, `${part}-${index}-${size}`)
        }
      })
    }

    async function look(screen: Screen, name: string): Promise<void> {
      const { path, opens = [] } = screen
      const page = await opened(screen, { theme: 'light', size })
      await isRight(page, name, path)
      for (const [index, names] of opens.entries()) {
        for (const name of names) await press(page, name)
        await isRight(page, `${name}-${index}`, `${path}, ${names}`)
        if (index < opens.length - 1) await page.reload()
      }
      await stage.close(page)
    }

    async function opened({ path, as }: Screen, look: Look): Promise<Page> {
      if (as !== undefined && as !== 'nobody') {
        const page = await stage.open('/sign-in', { ...look, signedOut: true })
        const entry = { secret: as.guestOf, name: 'Grace Hopper' }
        const { address } = stage.service
        const answer = await page.context().request.post(`${address}/api/links/enter`, { data: entry })
        assert.equal(answer.status(), 201)
        await page.goto(address + path)
        return page
      }
      return stage.open(path, { ...look, signedOut: as === 'nobody' })
    }
  })
}

async function isRight(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
  await becomes(() => page.locator('[aria-busy="true"]').count(), 0)
  // What it is in the other theme is another in nothing but its colours.
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await settled(page)
    await screenshot(page, `${name}-${theme}`)
    assert.deepEqual(await violations(page), [], `${what}, in ${theme}`)
  }
  assert.equal(await sticksOut(page), 0, `${what} sticks out`)
}

/** A button, or an entry of the menu that it opened. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const exact = typeof name === 'string'
  const button = page.getByRole('button', { name, exact }).or(page.getByRole('menuitem', { name, exact }))
  await button.first().click()
}
