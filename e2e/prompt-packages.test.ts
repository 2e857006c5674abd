import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from './becomes.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('prompt packages', () => {
  let stage: Stage
  let address: string

  before(async () => {
    stage = await openStage()
    address = `/projects/${stage.film.projectId}/prompt-packages`
  })
  after(() => stage.end())

  async function make(body: object): Promise<string> {
    const answer = await stage.user.send('POST', `/api${address}`, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data.id
  }

  test('one is made by the keyboard alone, and broken JSON is told by line and column', async () => {
    const page = await stage.open(address)
    await page.getByRole('button', { name: 'New prompt package' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('Night exteriors')
    await page.keyboard.press('Tab')
    await page.keyboard.type('moonlight, 40mm')
    await page.getByLabel('Tags').focus()
    await page.keyboard.type('night,fog,')
    await page.getByText('Constraints, style profile and metadata').focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Constraints', { exact: true }).focus()
    await page.keyboard.type('{\n  "seed": 12345678901234567890,\n}')
    await page.getByText('Line 3, column 1').waitFor()
    await becomes(() => page.getByRole('button', { name: 'Make it' }).isDisabled(), true)
    await page.getByLabel('Constraints', { exact: true }).fill('{"seed": 12345678901234567890}')
    await page.getByRole('button', { name: 'Make it' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/prompt-packages/*-*')
    await page.getByRole('heading', { name: 'Night exteriors' }).waitFor()
    const id = page.url().split('/').at(-1)!
    const response = await fetch(`${stage.service.address}/api/prompt-packages/${id}`, {
      headers: { authorization: `Bearer ${stage.user.token}` },
    })
    assert.match(await response.text(), /"seed":12345678901234567890\b/)
    await stage.close(page)
  })

  test('one is found by a part of its prompt, and the search is in the address', async () => {
    await make({ name: 'Harbour', prompt: 'rusted cranes at noon' })
    const page = await stage.open(address)
    await page.getByLabel('Search prompt packages').fill('CRANES')
    await page.getByRole('link', { name: 'House style' }).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Harbour' }).waitFor()
    await becomes(async () => new URL(page.url()).searchParams.get('q'), 'CRANES')
    await page.getByLabel('Search prompt packages').fill('nothing like it')
    await page.getByText('None has that').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('link', { name: 'House style' }).waitFor()
    await stage.close(page)
  })

  test('one is made from a version, with what the version tells filled in', async () => {
    const { asset } = (
      await stage.user.ingest({
        ...stage.film.capture,
        title: 'The lamp',
        negativePrompt: 'people',
        metadata: { aspectRatio: '2.39:1', durationSeconds: 8 },
        tags: ['lamp'],
      })
    ).body
    const page = await stage.open(`/assets/${asset.id}`)
    await page.getByRole('link', { name: 'Make a prompt package of it' }).click()
    await becomes(() => page.getByLabel('Name').inputValue(), 'The lamp')
    await becomes(() => page.getByLabel('Negative prompt').inputValue(), 'people')
    await becomes(() => page.getByLabel('Aspect ratio').inputValue(), '2.39:1')
    await becomes(() => page.getByLabel('Duration in seconds').inputValue(), '8')
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('heading', { name: 'The lamp' }).waitFor()
    await stage.close(page)
  })

  test('one is changed, copied, duplicated and deleted', async () => {
    const id = await make({ name: 'To change', prompt: 'first words', tags: ['a'] })
    const page = await stage.open(`/prompt-packages/${id}`)
    await page.getByRole('button', { name: 'Copy prompt' }).click()
    await becomes(() => page.evaluate(() => navigator.clipboard.readText()), 'first words')
    await page.getByRole('button', { name: 'Copy as JSON' }).click()
    assert.equal(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())).name, 'To change')
    await page.getByLabel('Prompt', { exact: true }).fill('second words')
    await page.getByLabel('Duration in seconds').fill('long')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByLabel('Duration in seconds').fill('4.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { data } = (await stage.user.get(`/api/prompt-packages/${id}`)).body
    assert.deepEqual([data.prompt, data.targetDurationSec, data.tags], ['second words', 4.5, ['a']])
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'Copy of To change' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`**${address}`)
    await page.getByRole('link', { name: 'To change', exact: true }).waitFor()
    await becomes(() => page.getByRole('link', { name: 'Copy of To change' }).count(), 0)
    await stage.close(page)
  })

  // What the browser does by itself is the same, whichever database is behind it.
  test('a long list comes page by page', async () => {
    for (let number = 0; number < 40; number += 1)
      await make({ name: `Page ${number}`, prompt: 'paged words' })
    const page = await stage.open(`${address}?q=paged`)
    await page.getByRole('link', { name: 'Page 39' }).waitFor()
    await page.getByRole('link', { name: 'Page 10', exact: true }).scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: 'Page 0', exact: true }).waitFor()
    await stage.close(page)
  })

  test('without any it says what they are for, and a failure can be tried again', async () => {
    const page = await stage.open('/projects')
    let fails = true
    await page.route(`**/api${address}?*`, (route) =>
      fails
        ? route.fulfill({ status: 403, json: { error: 'Out of film' } })
        : route.fulfill({ json: { data: [], metadata: { nextCursor: null } } }),
    )
    await page.goto(stage.service.address + address)
    await page.getByText('Out of film').waitFor()
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No prompt packages yet').waitFor()
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })

  test('what was typed outlives a reload', async () => {
    const page = await stage.open(address)
    await page.getByRole('button', { name: 'New prompt package' }).click()
    await page.getByLabel('Name').fill('Half typed')
    await page.reload()
    await page.getByRole('button', { name: 'New prompt package' }).click()
    await becomes(() => page.getByLabel('Name').inputValue(), 'Half typed')
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`the list and the form have no barriers in ${theme} on a ${size}`, async () => {
      const id = await make({
        name: 'Everything',
        prompt: 'words',
        tags: ['a', 'b'],
        constraints: { a: 1 },
        metadata: {},
      })
      const page = await stage.open(address, { theme, size })
      for (const screen of ['prompt-packages', 'prompt-package']) {
        if (screen === 'prompt-packages')
          await page.getByRole('link', { name: 'Everything' }).first().waitFor()
        else {
          await page.goto(`${stage.service.address}/prompt-packages/${id}`)
          await page.getByLabel('Constraints', { exact: true }).waitFor()
        }
        assert.equal(await sticksOut(page), 0)
        assert.deepEqual(await violations(page), [])
        await screenshot(page, `${screen}-${theme}-${size}`)
      }
      await stage.close(page)
    })
  }
})
