import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, type Stage } from './stage.ts'

describe('a key that is pressed as soon as a screen is there', () => {
  let stage: Stage
  const ids: string[] = []

  before(async () => {
    stage = await openStage()
    for (const title of ['One', 'Two']) {
      const { body } = await stage.user.ingest({ ...stage.film.capture, title })
      ids.push(body.asset.id)
    }
  })
  after(() => stage?.end())

  /** Pressed in the moment in which what the selector names is put into the page. */
  async function pressAtOnce(page: Page, key: string, selector: string): Promise<void> {
    await page.addInitScript(
      ([key, selector]) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector(selector)) return
          observer.disconnect()
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        })
        observer.observe(document, { subtree: true, childList: true })
      },
      [key, selector] as const,
    )
  }

  const dialog = '[role="dialog"]'
  const found = '[role="feed"] article'
  for (const [name, key, path, selector, outcome] of [
    ['the board', '?', () => `/scenes/${stage.film.sceneDbId}`, '[role="feed"]', dialog],
    ['the page of a version', 's', () => `/assets/${ids[0]}`, 'h1', dialog],
    [
      'the page where takes are compared',
      's',
      () => `/compare?ids=${ids}`,
      '[aria-label="Versions"]',
      dialog,
    ],
    ['what was found', 'ArrowDown', () => `/search?q=lighthouse`, found, `${found}:focus`],
  ] as const) {
    test(`counts on ${name}`, async () => {
      const page = await stage.open('/sign-in', { alone: true })
      await pressAtOnce(page, key, selector)
      await page.goto(stage.service.address + path())
      await page.locator(outcome).first().waitFor()
      await stage.close(page)
    })
  }
})
