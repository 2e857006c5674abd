import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import type { MediaStage } from './media-stage.ts'
import { shownNumber } from './numbered-film.ts'

/** Those that films are made at. */
export const rates = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60'] as const

/** A film that is kept; the id of its version. */
export async function keptFilm(stage: MediaStage, body: Buffer, title: string): Promise<string> {
  return stage.kept({ assetType: 'VIDEO', title }, body)
}

export interface OpenPlayer {
  page: Page
  player: Locator
  video: Locator
  /** The frame that the player says it shows. */
  reported(): Promise<number>
  /** Types a frame, and waits until the player says that it is there. */
  goTo(frame: number): Promise<void>
  shown(): Promise<number | undefined>
}

export async function openPlayer(
  stage: MediaStage,
  id: string,
  title: string,
  look: Parameters<MediaStage['open']>[1] = {},
): Promise<OpenPlayer> {
  const page = await stage.open(`/assets/${id}`, look)
  const player = page.getByRole('group', { name: title, exact: true })
  await player.waitFor()
  const frame = player.locator('[data-frame]')
  const reported = async () => Number(await frame.getAttribute('data-frame'))
  return {
    page,
    player,
    video: player.locator('video'),
    reported,
    goTo: async (to) => {
      await player.getByRole('button', { name: /: go to another$/ }).click()
      await page.getByLabel('Frame or timecode').fill(String(to))
      await page.keyboard.press('Enter')
      await becomes(reported, to)
    },
    shown: () => shownNumber(player.locator('video')),
  }
}

/** So many frames by chance, the same each time, with the first and the last among them. */
export function chosen(count: number, frames: number, seed: number): number[] {
  let state = seed * 2_654_435_761 + 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return [0, frames - 1, ...Array.from({ length: count - 2 }, () => Math.floor(random() * frames))]
}
