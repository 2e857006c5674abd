import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openStage, type Stage } from './stage.ts'

/** A form: where it is, and two of its fields. One is typed into, the other is changed by a colleague meanwhile. */
interface Form {
  page: string
  /** What is to be edited from its menu. */
  menu?: string
  resource: string
  mine: [label: string, field: string]
  theirs: [label: string, field: string]
}

describe('what a colleague changes while a form is open', () => {
  let stage: Stage
  const forms: Record<string, Form> = {}

  before(async () => {
    stage = await openStage()
    const { projectId, sceneDbId, shotIds, capture } = stage.film
    const asset = (await stage.user.ingest(capture)).body.asset.id
    const { data: characters } = (await stage.user.get(`/api/projects/${projectId}/characters`)).body
    const mara = characters.find(({ name }: { name: string }) => name === 'Mara')
    const [style] = (await stage.user.get(`/api/projects/${projectId}/prompt-packages`)).body.data
    const film = `/projects/${projectId}`
    const add = (name: string, page: string, resource: string, more: Omit<Form, 'page' | 'resource'>) => {
      forms[name] = { page, resource, ...more }
    }
    add('a version', `/assets/${asset}`, `/api/assets/${asset}`, {
      mine: ['Title', 'title'],
      theirs: ['Notes', 'notes'],
    })
    add('a prompt package', `/prompt-packages/${style.id}`, `/api/prompt-packages/${style.id}`, {
      mine: ['Name', 'name'],
      theirs: ['Negative prompt', 'negativePrompt'],
    })
    add('a scene', film, `/api/scenes/${sceneDbId}`, {
      menu: 'scene 012A',
      mine: ['Macro scene', 'macroScene'],
      theirs: ['Story beat', 'storyBeat'],
    })
    add('a shot', `${film}`, `/api/shots/${shotIds[0]}`, {
      menu: 'shot 012A-A',
      mine: ['Description', 'description'],
      theirs: ['Code', 'shotCode'],
    })
    add('a character', `${film}/characters`, `/api/characters/${mara.id}`, {
      menu: 'Mara',
      mine: ['Description', 'description'],
      theirs: ['Role', 'role'],
    })
    add('a project', film, `/api/projects/${projectId}`, {
      menu: 'The Long Tide',
      mine: ['Name', 'name'],
      theirs: ['Genre', 'genre'],
    })
  })
  after(() => stage.end())

  const names = ['a version', 'a prompt package', 'a scene', 'a shot', 'a character', 'a project']
  for (const name of names) {
    test(`stays when the form of ${name} is saved, and shows in it when it is read again`, async () => {
      const form = forms[name]!
      const page = await stage.open(form.page)
      if (name === 'a shot') await page.getByRole('button', { name: '2 shots of scene 012A' }).click()
      if (form.menu) {
        await page.getByRole('button', { name: `More for ${form.menu}`, exact: true }).click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
      }
      const [mine, theirs] = [form.mine, form.theirs].map(([label]) =>
        page.getByLabel(label, { exact: true }),
      )
      await mine!.fill('Mine')
      await change(form, 'Theirs')
      await readAgain(page, async () => (await theirs!.inputValue()) === 'Theirs')
      // What is not read yet stays as well.
      await change(form, 'Theirs, again')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await saved(form)
      await stage.close(page)
    })
  }

  for (const name of ['a version', 'a prompt package']) {
    test(`what a colleague does to the tags of ${name} stays when one's own are saved`, async () => {
      const { page: path, resource } = forms[name]!
      const send = async (body?: object) => {
        const answer = await stage.user.send(body ? 'PATCH' : 'GET', resource, body)
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        return answer.body.data.tags as string[]
      }
      await send({ tags: ['kept', 'not mine', 'not theirs'] })
      const page = await stage.open(path)
      const tags = page.getByLabel('Tags', { exact: true })
      const isThere = (tag: string) => page.getByRole('button', { name: `Remove tag ${tag}` }).isVisible()
      await tags.fill('mine')
      await tags.press('Enter')
      await page.getByRole('button', { name: 'Remove tag not mine' }).click()
      await send({ addTags: ['theirs'], removeTags: ['not theirs'] })
      await readAgain(page, async () => (await isThere('theirs')) && !(await isThere('not theirs')))
      assert.deepEqual([await isThere('mine'), await isThere('not mine')], [true, false])
      // What is typed outlives the page, and what is not read yet stays as well.
      await page.reload()
      await page.getByRole('button', { name: 'Remove tag mine' }).waitFor()
      assert.deepEqual([await isThere('theirs'), await isThere('not mine')], [true, false])
      await send({ addTags: ['theirs, again'] })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const deadline = performance.now() + 60_000
      while (!(await send()).includes('mine')) {
        assert.ok(performance.now() < deadline, 'not saved')
        await sleep(100)
      }
      assert.deepEqual((await send()).sort(), ['kept', 'mine', 'theirs', 'theirs, again'])
      await stage.close(page)
    })
  }

  async function change({ resource, theirs: [, field] }: Form, to: string) {
    const answer = await stage.user.send('PATCH', resource, { [field]: to })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }

  /** Waits until what was typed is there, and then for what the colleague made of the other field. */
  async function saved({ resource, mine, theirs }: Form) {
    const deadline = performance.now() + 60_000
    for (;;) {
      // A shot is read in its list, and only there.
      const read = resource.startsWith('/api/shots') || resource.startsWith('/api/characters')
      const { data } = (await stage.user.send(read ? 'PATCH' : 'GET', resource, read ? {} : undefined)).body
      if (data[mine[1]] === 'Mine' || performance.now() > deadline) {
        assert.deepEqual([data[mine[1]], data[theirs[1]]], ['Mine', 'Theirs, again'])
        return
      }
      await sleep(100)
    }
  }
})

/** Comes back to the page until it reads anew, as when somebody looks away and back. */
async function readAgain(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isThere())) {
    assert.ok(performance.now() < deadline, 'the field does not follow')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await sleep(500)
  }
}
