/**
 * Takes the pictures of the documentation (docs/pictures) of the demo and the extension, in a real browser: all of them, or those
 * that are named, as in `npm run pictures film review`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { becomes } from '../e2e/becomes.ts'
import { openExtension, putSettings } from '../e2e/extension-stage.ts'
import { serveMedia } from '../e2e/media-server.ts'
import { settled } from '../e2e/stage.ts'
import { openBrowser } from '../server/test/browser.ts'

const root = join(import.meta.dirname, '..')
const demo = spawn(process.execPath, [join(root, 'server/bin/dailies.js'), 'demo', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const lines: string[] = []
for await (const line of createInterface(demo.stdout)) {
  lines.push(line)
  if (line.startsWith('Ctrl-C')) break
}
const said = lines.join('\n')
const address = /ready: (http:\S+)/.exec(said)?.[1] as string
const [, email, password] = /^Sign in\s+(\S+)\s+(\S+)$/m.exec(said) as unknown as [string, string, string]
const dataFolder = /^Data\s+(\S+)/m.exec(said)?.[1] as string

const browser = await openBrowser()
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
const page = await context.newPage()
await page.goto(address)
await page.getByLabel('Email').fill(email)
await page.getByLabel('Password').fill(password)
await page.keyboard.press('Enter')
await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()

const api = async (path: string) => (await page.request.get(address + path)).json()
const { data: projects } = await api('/api/projects')
const project = projects.find(({ name }: { name: string }) => name === 'The Salt Round')
const { data: scenes } = await api(`/api/projects/${project.id}/scenes`)
const takesOf = async (scene: { id: string }) => (await api(`/api/scenes/${scene.id}/assets?limit=100`)).data
// Waveforms and stills are made beside it.
const isWorkedOn = ({ media }: { media: { isWorkedOn: boolean } | null }) => media?.isWorkedOn
for (const scene of scenes) await becomes(async () => (await takesOf(scene)).some(isWorkedOn), false, 300)
const takes = await takesOf(scenes[0])
const stills = takes.filter(({ assetType }: { assetType: string }) => assetType === 'IMAGE')
const ids = stills.slice(-3).map(({ id }: { id: string }) => id)

await take(page, 'projects', '/projects')
await take(page, 'project', `/projects/${project.id}`)
await take(page, 'board', `/scenes/${scenes[0].id}`)
await take(page, 'version', `/assets/${ids[0]}`)
await take(page, 'compare', `/compare?ids=${ids.slice(0, 2).join(',')}&scene=${scenes[0].id}`)
await take(page, 'report', `/projects/${project.id}/report`)
await take(page, 'film', `/projects/${project.id}/film`)
await take(page, 'rights-sheet', `/projects/${project.id}/rights-sheet`)
await take(page, 'export', `/projects/${project.id}/film`, exported)
await page.setViewportSize({ width: 1440, height: 1160 })
await take(page, 'review', await drawnNote())

await browser.close()
if (isWanted('extension'))
  await takeExtension(stills.map(({ outputUrl }: { outputUrl: string }) => outputUrl))
demo.kill('SIGTERM')
await once(demo, 'exit')
await rm(dataFolder, { recursive: true, force: true })

/** With one that is ready. */
async function exported(): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByLabel('Takes of a shot').selectOption('Other takes that were approved, too')
  await dialog.getByRole('button', { name: 'Prepare' }).click()
  await dialog.getByRole('link', { name: 'Download' }).waitFor()
}

/** Where a note with a drawing is shown, of a film that has several. */
async function drawnNote(): Promise<string> {
  const { data: notes } = await api(`/api/projects/${project.id}/notes?sceneDbId=${scenes[0].id}`)
  const { id, asset } = notes.find(({ hasDrawing }: { hasDrawing: boolean }) => hasDrawing)
  return `/assets/${asset.id}?comment=${id}`
}

/** Its panel, and choosing many on a page with these pictures. */
async function takeExtension(pictures: string[]): Promise<void> {
  const items = pictures.slice(0, 8).map((url) => `<img src="${url}" alt="">`)
  const gallery = `<!doctype html><html lang="en"><title>Gallery</title><style>
    body { display: grid; grid-template-columns: repeat(4, 1fr); gap: 14px; padding: 14px; background: #101114 }
    img { width: 100%; aspect-ratio: 16/9; object-fit: cover; border-radius: 6px }</style>${items.join('')}`
  const media = await serveMedia({ '': { type: 'text/html', body: Buffer.from(gallery) } })
  const extension = await openExtension()
  const token = /svc_\w{49}/.exec(said)?.[0] as string
  const { id: sceneDbId, sceneId } = scenes[0]
  const panel = await extension.panel({ width: 400, height: 860 })
  await putSettings(panel, {
    connection: { address, token, state: 'connected' },
    placeAtHand: {
      projectId: project.id,
      sceneDbId,
      sceneId,
      shotId: null,
      characterName: null,
      untold: true,
    },
  })
  await panel.evaluate(() => {
    const { chrome } = globalThis as never as { chrome: typeof import('wxt/browser').browser }
    return chrome.runtime.sendMessage({ name: 'permissionsChanged', request: {} })
  })
  await panel.reload()
  await panel.getByText(`Latest of scene ${sceneId}`).waitFor()
  // Its live stream never ends.
  await panel.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  await panel.screenshot({ path: join(root, 'docs/pictures/extension-panel.png') })
  const page = await extension.context.newPage()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 560 })
  await page.goto(media.address)
  await page.bringToFront()
  const worker = await extension.worker()
  await worker.evaluate(() => {
    const { chrome } = globalThis as never as { chrome: typeof import('wxt/browser').browser }
    const event = chrome.commands.onCommand as never as { dispatch(command: string): void }
    event.dispatch('grid')
  })
  await page.getByRole('checkbox', { name: /^Picture 2 of/ }).waitFor()
  await page.locator('img').nth(1).click()
  await page
    .locator('img')
    .nth(4)
    .click({ modifiers: ['Shift'] })
  await page.screenshot({ path: join(root, 'docs/pictures/extension-grid.png') })
  await extension.end()
  media.close()
}

async function take(page: Page, name: string, path: string, open = async () => {}): Promise<void> {
  if (!isWanted(name)) return
  await page.goto(address + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await open()
  await settled(page)
  // As few colours as make no difference to be seen: half the size.
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer()
  await writeFile(join(root, `docs/pictures/${name}.png`), picture)
}

function isWanted(name: string): boolean {
  const named = process.argv.slice(2)
  return named.length === 0 || named.includes(name)
}
