/** Takes the pictures of the documentation (docs/pictures) of the demo, in a real browser. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
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
const { data: takes } = await api(`/api/scenes/${scenes[0].id}/assets`)
const stills = takes.filter(({ assetType }: { assetType: string }) => assetType === 'IMAGE')
const ids = stills.slice(-3).map(({ id }: { id: string }) => id)

await take(page, 'projects', '/projects')
await take(page, 'project', `/projects/${project.id}`)
await take(page, 'board', `/scenes/${scenes[0].id}`)
await take(page, 'version', `/assets/${ids[0]}`)
await take(page, 'compare', `/compare?ids=${ids.slice(0, 2).join(',')}&scene=${scenes[0].id}`)
await take(page, 'report', `/projects/${project.id}/report`)

await browser.close()
demo.kill('SIGTERM')
await once(demo, 'exit')
await rm(dataFolder, { recursive: true, force: true })

async function take(page: Page, name: string, path: string): Promise<void> {
  await page.goto(address + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(root, `docs/pictures/${name}.png`) })
}
