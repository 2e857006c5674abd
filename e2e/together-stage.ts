import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import type { MediaStage } from './media-stage.ts'

/** Somebody who may comment, signed in. */
export async function reviewer(stage: MediaStage, name: string) {
  const person = await stage.person(name)
  const members = `/api/projects/${stage.film.projectId}/members`
  await stage.user.send('POST', members, { userId: person.id, role: 'reviewer' })
  return person
}

/** What one may do in the review session; in a window that covers the page, its own. */
export function bar(within: Page | Locator): Locator {
  return within.getByRole('region', { name: 'Review session', exact: true })
}

/** Has a page lead: one that stood still, while it was looked at or because the machine is busy, may have lost it. */
export async function leads(within: Page | Locator): Promise<void> {
  const ask = bar(within).getByRole('button', { name: 'Lead', exact: true })
  await becomes(async () => {
    if (await ask.isVisible()) await ask.click()
    return bar(within).getByText('You lead').isVisible()
  }, true)
}

/** Draws a line by hand. */
export async function drag(
  page: Page,
  pad: Locator,
  from: [number, number],
  to: [number, number],
): Promise<void> {
  const { x, y, width, height } = (await pad.boundingBox())!
  await page.mouse.move(x + from[0] * width, y + from[1] * height)
  await page.mouse.down()
  await page.mouse.move(x + to[0] * width, y + to[1] * height, { steps: 4 })
  await page.mouse.up()
}
