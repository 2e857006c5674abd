import type { Page, Worker } from 'playwright-core'
import { type ExtensionStage, putSettings, tellBackground } from './extension-stage.ts'

type Chrome = { chrome: typeof import('wxt/browser').browser }

/** Connects the extension to a service that nobody is at: what is captured waits. */
export async function connectNowhere(stage: ExtensionStage): Promise<void> {
  const connection = { address: 'http://127.0.0.1:9', token: 'svc_x', state: 'connected' } as const
  await putSettings(await stage.worker(), { connection })
}

/** Has the scripts of pages registered by what is allowed and connected now. */
export async function registerScripts(stage: ExtensionStage): Promise<void> {
  const panel = await stage.panel()
  await tellBackground(panel, 'permissionsChanged')
  await panel.close()
}

/** As by the context menu of media, which no test can click; the page is the active one. */
export async function dispatchCapture(worker: Worker, page: Page, selector: string): Promise<void> {
  const [srcUrl, mediaType] = await page
    .locator(selector)
    .evaluate((found: HTMLImageElement) => [
      found.currentSrc || found.src,
      found.localName === 'img' ? 'image' : found.localName,
    ])
  await worker.evaluate(
    async ([srcUrl, mediaType, pageUrl]) => {
      const { chrome } = globalThis as never as Chrome
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true })
      const event = chrome.contextMenus.onClicked as never as { dispatch(...given: unknown[]): void }
      event.dispatch({ menuItemId: 'capture', mediaType, srcUrl, pageUrl, frameId: 0 }, tab)
    },
    [srcUrl, mediaType, page.url()],
  )
}
