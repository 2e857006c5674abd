import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../test/browser.ts'
import { request, type TestService, testFilm, testPassword, testService, testUser } from '../test/service.ts'

describe('what a browser keeps', () => {
  let service: TestService
  let browser: Browser | undefined

  before(async () => {
    service = await testService('sqlite')
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.close()
  })

  /** How many answers to GET the projects had that status. */
  async function answered(status: number): Promise<number> {
    const { body } = await request(`${service.address}/metrics`)
    const label = `route="${endpoints.browseProjects.path}",status="${status}"`
    const line = String(body)
      .split('\n')
      .find((one) => /_count\{/.test(one) && one.includes(label))
    return Number(line?.split(' ').at(-1) ?? 0)
  }

  test('is asked for again with its tag, changes with what is there, and is for nobody who signs in after', async () => {
    const [ada, bob] = [await testUser(service), await testUser(service)]
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
      await testFilm(service.db, ada, `${name} of Ada`)
    for (const name of ['Uno', 'Due', 'Tre', 'Quattro']) await testFilm(service.db, bob, `${name} of Bob`)
    const page = await browser!.newPage()
    await page.goto(`${service.address}/sign-in`)

    const ask = (method: string, path: string, body?: object): Promise<{ status: number; text: string }> =>
      page.evaluate(
        async ({ method, path, body }) => {
          const headers = { 'content-type': 'application/json' }
          const init = { method, ...(body && { headers, body: JSON.stringify(body) }) }
          const answer = await fetch(path, init)
          return { status: answer.status, text: await answer.text() }
        },
        { method, path, body },
      )
    const signIn = async ({ email }: { email: string }) =>
      assert.equal((await ask('POST', endpoints.signIn.path, { email, password: testPassword })).status, 200)
    const projects = () => ask('GET', endpoints.browseProjects.path)

    await signIn(ada)
    const first = await projects()
    assert.ok(first.text.includes('One of Ada') && first.text.length > 1024)
    assert.equal(await answered(304), 0)
    assert.deepEqual(await projects(), first)
    assert.equal(await answered(304), 1)

    await testFilm(service.db, ada, 'Six of Ada')
    assert.ok((await projects()).text.includes('Six of Ada'))
    assert.equal(await answered(304), 1)

    assert.equal((await ask('POST', endpoints.signOut.path, {})).status, 200)
    const nobody = await projects()
    assert.deepEqual([nobody.status, nobody.text.includes('Ada')], [401, false])

    await signIn(bob)
    const theirs = await projects()
    assert.ok(theirs.text.includes('Uno of Bob') && !theirs.text.includes('Ada'))
    assert.equal(await answered(304), 1)
  })
})
