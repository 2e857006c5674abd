import type { Page } from 'playwright-core'
import { makeFilm } from './film.ts'
import { type MediaStage, openMediaStage, still } from './media-stage.ts'

/** Frames a second of the films. */
export const rate = { numerator: 24, denominator: 1 }

export interface GuestStage extends MediaStage {
  /** Of the first shot, of which frames 10 to 21 are in the film, and of the second. */
  first: string
  second: string
}

/** A production whose scene 012A has two films, each 72 frames that show their number, and a sound; and of scene 2 a picture. */
export async function openGuestStage(): Promise<GuestStage> {
  const stage = await openMediaStage()
  const page = await stage.open('/sign-in', { signedOut: true })
  const films: Buffer[] = []
  for (const colour of ['#203050', '#205030'])
    films.push(await makeFilm(page, { seconds: 3, rate: 24, colour, readable: true }))
  await stage.close(page)
  const [one, two] = stage.film.shotIds
  const first = await stage.kept(
    { assetType: 'VIDEO', shotId: one, selected: true, title: 'The lamp' },
    films[0]!,
  )
  const second = await stage.kept({ assetType: 'VIDEO', shotId: two, selected: true }, films[1]!)
  await stage.kept({ sceneId: '2', selected: true }, still(7))
  const trim = { assetVersionId: first, in: 10, out: 22, rate }
  const { status } = await stage.user.send('PUT', `/api/shots/${one}/trim`, trim)
  if (status !== 200) throw new Error(`The trim was answered with ${status}`)
  return { ...stage, first, second }
}

/** Gives a name, as a guest who has just opened the link. */
export async function enter(page: Page, name = 'Grace'): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Look' }).click()
  await page.getByRole('list', { name: 'Takes' }).waitFor()
}
