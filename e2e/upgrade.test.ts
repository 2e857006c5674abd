import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../scripts/free-port.ts'
import type { Database } from '../server/db/database.ts'
import { openDatabase } from '../server/db/open.ts'
import { openBrowser } from '../server/test/browser.ts'
import { emptyPlace, type Place } from '../server/test/engines.ts'
import { type Serve, startServe } from '../server/test/process.ts'
import { type Film, type TestUser, testFilm, testUser } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { signIn } from './stage.ts'

const root = join(import.meta.dirname, '..')

/** What somebody is at when the service under the open console becomes another one. */
interface Work {
  name: string
  path: (film: Film, takes: string[]) => string
  before?: (page: Page) => Promise<void>
  /** While nothing is there. */
  during?: (page: Page) => Promise<void>
  /** `kept` tells whether the files of the console that is open are still there. */
  after: (page: Page, kept: boolean) => Promise<void>
}

const gone = 'this part of the old one is gone'
const projectOf = ({ projectId }: Film) => `/projects/${projectId}`

const works: Work[] = [
  {
    name: 'a project is typed, and sent while nothing is there',
    path: () => '/projects',
    before: async (page) => {
      await page.getByRole('button', { name: 'New project' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Half a name')
      await page.getByLabel('Genre').fill('Mystery')
    },
    during: async (page) => {
      await page.getByRole('button', { name: 'Make the project' }).click()
      await page.getByRole('dialog').getByText('The service cannot be reached').waitFor()
    },
    after: async (page) => {
      await becomes(() => page.getByLabel('Genre').inputValue(), 'Mystery')
      const name = `Half a name ${Math.random()}`
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('button', { name: 'Make the project' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByText('The service cannot be reached').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'a prompt package is half typed',
    path: (film) => `${projectOf(film)}/prompt-packages`,
    before: async (page) => {
      await page.getByRole('button', { name: 'New prompt package' }).first().click()
      await page.getByLabel('Name').fill('Moonlight')
      await page.getByLabel('Prompt', { exact: true }).fill('moonlight, 40mm')
    },
    after: async (page) => {
      await becomes(() => page.getByLabel('Name').inputValue(), 'Moonlight')
      await page.getByLabel('Prompt', { exact: true }).fill('moonlight, 50mm')
      await becomes(() => page.getByLabel('Prompt', { exact: true }).inputValue(), 'moonlight, 50mm')
      await becomes(() => page.getByLabel('Name').inputValue(), 'Moonlight')
    },
  },
  {
    name: 'notes of a version are typed, and saved after it with the first notice',
    path: (_film, takes) => `/assets/${takes[0]}`,
    before: (page) => page.getByLabel('Notes').fill('The lamp is too bright.'),
    after: async (page) => {
      await becomes(() => page.getByLabel('Notes').inputValue(), 'The lamp is too bright.')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      await page.getByLabel('Notes').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      // The next time they are typed anew.
      await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'a take is selected on a board',
    path: ({ sceneDbId }) => `/scenes/${sceneDbId}`,
    before: (page) => page.getByRole('article').first().waitFor(),
    after: async (page) => {
      const other = page.locator('article:not([data-selected])').first()
      const id = await other.getAttribute('data-asset-id')
      await other.hover()
      await other.getByRole('button', { name: /^Select/ }).click()
      await page.locator(`article[data-selected][data-asset-id="${id}"]`).waitFor()
    },
  },
  {
    name: 'a menu is opened on a board',
    path: ({ sceneDbId }) => `/scenes/${sceneDbId}`,
    before: (page) => page.getByRole('article').first().waitFor(),
    after: async (page, kept) => {
      await page.getByRole('article').first().hover()
      await page.getByRole('article').first().getByRole('button', { name: 'More for' }).click()
      if (kept) await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
      else await page.getByText(gone).first().waitFor()
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'a screen is gone to while nothing is there',
    path: () => '/projects',
    before: (page) => page.getByRole('button', { name: 'New project' }).waitFor(),
    during: async (page) => {
      await page.getByRole('link', { name: 'Webhooks' }).first().click()
      await page.getByRole('alert').getByText('The service cannot be reached').waitFor()
    },
    after: async (page, kept) => {
      if (kept) await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
      else {
        await page.getByText(gone).first().waitFor()
        await page.reload()
        await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
      }
    },
  },
  {
    name: 'a token is named',
    path: () => '/tokens',
    before: async (page) => {
      await page.getByRole('button', { name: 'New token' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('render farm')
    },
    after: async (page) => {
      await becomes(() => page.getByRole('textbox', { name: 'Name' }).inputValue(), 'render farm')
      await page.getByRole('button', { name: 'Make the token' }).click()
      await page.getByRole('button', { name: 'Copy the token' }).waitFor()
    },
  },
  {
    name: 'a scene is typed',
    path: projectOf,
    before: async (page) => {
      await page.getByRole('button', { name: 'Add a scene' }).first().click()
      await page.getByLabel('Number').fill(`U${Math.floor(Math.random() * 1e6)}`)
      await page.getByLabel('Story beat').fill('The reel begins.')
    },
    after: async (page) => {
      await becomes(() => page.getByLabel('Story beat').inputValue(), 'The reel begins.')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'a workspace is pasted',
    path: () => '/import',
    before: (page) => page.getByLabel('Or paste it').fill('{"projects": ['),
    after: async (page) => {
      await becomes(() => page.getByLabel('Or paste it').inputValue(), '{"projects": [')
    },
  },
  {
    name: 'another screen is gone to after it',
    path: () => '/tokens',
    before: (page) => page.getByRole('button', { name: 'New token' }).waitFor(),
    after: async (page, kept) => {
      await page.getByRole('link', { name: 'Preferences' }).first().click()
      if (kept) await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
      else {
        await page.getByText(gone).first().waitFor()
        await page.getByRole('status').getByRole('button', { name: 'Reload' }).click()
        await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
      }
    },
  },
]

describe('a console that is left open over an upgrade of the service', () => {
  let place: Place
  let db: Database
  let serve: Serve
  let browser: Browser
  let checkout: string
  let user: TestUser
  let film: Film
  let takes: string[]
  let cookie: string
  let builds = 0

  before(async () => {
    checkout = await copyOfCheckout()
    // Another version is to be found at the same address.
    place = await emptyPlace('sqlite', { DAILIES_PORT: String(await freePort()) })
    await start()
    db = await openDatabase(place.settings, () => {})
    user = await testUser({ db, address: serve.address })
    film = await testFilm(db, user)
    takes = []
    for (const title of ['Low angle', 'High angle']) {
      const { body } = await user.ingest({ ...film.capture, title, rightsState: 'COMMERCIAL_ALLOWED' })
      takes.push(body.asset.id)
    }
    cookie = await signIn(serve.address, user.email)
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await serve?.kill('SIGKILL')
    await db?.close()
    await place?.remove()
    if (checkout) await rm(checkout, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    const command = [process.execPath, join(checkout, 'server/bin/dailies.js')]
    serve = await startServe(place.environment, { command })
  }

  /** Another version of the console is built over the one that is served. */
  async function build(): Promise<void> {
    builds += 1
    const source = join(checkout, 'console/src')
    const change = `\ndocument.documentElement.dataset.build${builds} = 'yes'\n`
    for (const file of ['main.tsx', 'api/call.ts', 'ui/page.tsx'])
      await appendFile(join(source, file), change)
    await promisify(execFile)(process.execPath, [join(checkout, 'console/build.ts')])
  }

  async function openPage(work: Work): Promise<{ page: Page; broken: string[] }> {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const [name, value] = cookie.split(/=(.*)/s) as [string, string]
    await context.addCookies([{ name, value, url: serve.address, httpOnly: true, sameSite: 'Strict' }])
    const page = await context.newPage()
    // What is loaded ahead would not be missing.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(error.stack ?? error.message))
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto(serve.address + work.path(film, takes))
    await work.before?.(page)
    return { page, broken }
  }

  for (const kept of [true, false]) {
    const how = kept ? 'in its place' : 'by another that has none of its files'
    test(`replaced ${how}, nothing goes blank and nothing typed is lost, at any of ${works.length} works`, async () => {
      const open = []
      for (const work of works) open.push({ work, ...(await openPage(work)) })
      await build()
      await serve.kill('SIGTERM')
      const former = join(checkout, 'console/dist/.former.json')
      const files = Object.keys(JSON.parse(await readFile(former, 'utf8')))
      assert.ok(files.length > 10, 'The build before has left nothing')
      if (!kept) for (const file of files) await rm(join(checkout, 'console/dist', file))
      for (const { work, page } of open) await work.during?.(page)
      await start()
      const failed: string[] = []
      for (const { work, page, broken } of open) {
        try {
          await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
          await page.getByText('A new version of Dailies is here').waitFor({ state: 'attached' })
          await work.after(page, kept)
          assert.ok((await page.locator('#root').innerText()).trim().length > 20, 'The page is blank')
          assert.deepEqual(broken, [])
        } catch (error) {
          failed.push(`${work.name}: ${error}`)
        }
        await page.context().close()
      }
      assert.deepEqual(failed, [])
    })
  }
})

/** As much of the checkout as serves and builds the console, with what is installed. */
async function copyOfCheckout(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'dailies-upgrade-'))
  const isOurs = (path: string) => !/\/(node_modules|dist\.[^/]*|test)(\/|$)/.test(path.slice(root.length))
  for (const path of [
    'ui',
    'console',
    'contract',
    'sdk',
    'server',
    'scripts',
    'docs/example-workspace.json',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ])
    await cp(join(root, path), join(copy, path), { recursive: true, filter: isOurs })
  for (const folder of ['', 'ui', 'console', 'contract', 'server']) {
    const modules = join(root, folder, 'node_modules')
    if (existsSync(modules)) await symlink(modules, join(copy, folder, 'node_modules'))
  }
  return copy
}
