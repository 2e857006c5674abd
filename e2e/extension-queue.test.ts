import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Sighting } from '../extension/src/capture/sighting.ts'
import type { QueuedCapture } from '../extension/src/queue/queued-capture.ts'
import { statement } from '../server/db/statement.ts'
import { engines } from '../server/test/engines.ts'
import { runSql } from '../server/test/process.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../server/test/service.ts'
import { issueToken } from '../server/tokens/issue.ts'
import { commandLine } from '../server/tokens/token-manager.ts'
import { becomes } from './becomes.ts'
import {
  countCaptures,
  type ExtensionStage,
  openExtension,
  putSettings,
  readCaptures,
  stopBackground,
  tellBackground,
} from './extension-stage.ts'
import { type FaultyService, faultyService } from './faulty-service.ts'
import { placeIn } from './place-in.ts'

type Chrome = { chrome: typeof import('wxt/browser').browser }

const batch = '/api/extension/ingest/batch'

for (const engine of engines) {
  describe(`the queue of the extension on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let between: FaultyService
    let stage: ExtensionStage

    before(async () => {
      service = await testService(engine)
      stage = await openExtension({ switches: [`--host-resolver-rules=MAP ${slowHost} 127.0.0.1`] })
    })
    beforeEach(async () => {
      user = await testUser(service)
      film = await testFilm(service.db, user)
      between = await faultyService(service.address)
      await connect(user.token)
    })
    afterEach(async () => {
      between.close()
      await stage.startOver()
    })
    after(async () => {
      await stage.end()
      await service.close()
    })

    async function connect(token: string): Promise<void> {
      const worker = await stage.worker()
      // Opened by a test first, it would be a database without tables.
      const names = async () => (await indexedDB.databases()).map(({ name }) => name)
      await becomes(() => worker.evaluate(names), ['dailies'])
      await putSettings(worker, {
        connection: { address: between.address, token, state: 'connected' },
        placeAtHand: placeIn(film),
      })
    }

    async function captures() {
      return readCaptures(await stage.worker())
    }

    /** Waits until so many captures are in each state. */
    async function queueBecomes(
      expected: Partial<Record<QueuedCapture['state'], number>>,
      seconds = 20,
    ): Promise<void> {
      await becomes(async () => countCaptures(await stage.worker()), expected, seconds)
    }

    /** What the script of a page does, from a page of the extension: `count` takes, numbered in their prompts. */
    async function capture(count: number, change: (number: number) => Partial<Sighting> = () => ({})) {
      const panel = await stage.panel()
      for (let from = 1; from <= count; from += 500) {
        const numbers = Array.from({ length: Math.min(500, count - from + 1) }, (_, place) => from + place)
        const sightings = numbers.map((number) => ({ ...sightingOf(number), ...change(number) }))
        await panel.evaluate(async (taken) => {
          const { chrome } = globalThis as never as Chrome
          const reply = await chrome.runtime.sendMessage({ name: 'capture', request: { sightings: taken } })
          if (reply.error) throw new Error(reply.error)
        }, sightings)
      }
      await panel.close()
    }

    /** Prompts of what is in the workspace, the oldest first. */
    async function filed(): Promise<string[]> {
      const rows = await service.db.all(promptsOfScene, film)
      return rows.map(({ prompt }) => prompt)
    }

    const prompts = (count: number) => Array.from({ length: count }, (_, place) => `take ${place + 1}`)

    test('what is captured while the service is away arrives when it is back, in its order', async () => {
      between.fail('gone')
      await capture(5)
      await queueBecomes({ pending: 5 })
      between.fail('none')
      await becomes(filed, prompts(5), 20)
      await queueBecomes({ synced: 5 })
    })

    test('a service that answers with faults for a while is asked again', async () => {
      // The last two are no answers of Dailies.
      for (const status of [500, 503, 408, 429, 404, 302]) {
        between.fail(status)
        await capture(1, () => ({ readings: [{ source: { kind: 'page' }, prompt: `at ${status}` }] }))
        const isAsked = async () => between.failed.has(`${status} ${batch}`)
        await becomes(isAsked, true, 20)
      }
      await queueBecomes({ pending: 6 })
      between.fail('none')
      await becomes(
        filed,
        [500, 503, 408, 429, 404, 302].map((status) => `at ${status}`),
        20,
      )
    })

    test('one that is refused is set aside with its reason, and holds up no other', async () => {
      await capture(3, (number) =>
        number === 2 ? { readings: [{ source: { kind: 'page' }, prompt: 'x'.repeat(100_001) }] } : {},
      )
      await queueBecomes({ synced: 2, failed: 1 })
      const [, failed] = await captures()
      assert.equal(failed?.problem?.status, 400)
      assert.deepEqual(Object.keys(failed.problem.fieldErrors), ['prompt'])
      assert.deepEqual(await filed(), ['take 1', 'take 3'])
    })

    test('what lacks something that only the user knows is a draft: it holds up nothing, and survives a kill', async () => {
      await capture(2, (number) => (number === 1 ? { readings: [] } : {}))
      await queueBecomes({ synced: 1, draft: 1 })
      const [incomplete] = await captures()
      assert.deepEqual(Object.keys(incomplete!.problem!.fieldErrors), ['prompt'])
      await becomes(badge, '1')
      await stage.kill()
      await stage.reopen()
      await becomes(async () => (await stage.context.serviceWorkers()).length, 1)
      await capture(1, () => ({ readings: [{ source: { kind: 'page' }, prompt: 'take 3' }] }))
      await queueBecomes({ synced: 2, draft: 1 })
      assert.deepEqual(await filed(), ['take 2', 'take 3'])
      assert.deepEqual((await captures())[0], incomplete)
    })

    test('a token that is revoked in between pauses the queue until another is there', async () => {
      await capture(2)
      await becomes(filed, prompts(2))
      await revoke()
      await capture(3, (number) => ({
        readings: [{ source: { kind: 'page' }, prompt: `take ${number + 2}` }],
      }))
      await queueBecomes({ synced: 2, pending: 3 })
      const worker = await stage.worker()
      const status = () =>
        worker.evaluate(async () => {
          const { chrome } = globalThis as never as Chrome
          const { queueStatus } = await chrome.storage.session.get('queueStatus')
          return [(queueStatus as { state: string }).state, await chrome.action.getBadgeText({})]
        })
      await becomes(status, ['paused', '!'])
      const { token } = await issueToken(service.db, commandLine(user.id), { name: 'again' })
      await connect(token)
      await tellBackground(await stage.panel(), 'permissionsChanged')
      await becomes(filed, prompts(5))
    })

    test('what a batch did not file when its token was revoked half-way waits for another token', async () => {
      between.fail('gone')
      await capture(4)
      await queueBecomes({ pending: 4 })
      await runSql(service.place, revokingAfter[engine]('take 2'))
      between.fail('none')
      await queueBecomes({ synced: 2, pending: 2 }, 60)
      await runSql(service.place, `drop trigger revoking${engine === 'postgres' ? ' on asset_versions' : ''}`)
      const { token } = await issueToken(service.db, commandLine(user.id), { name: 'again' })
      await connect(token)
      await tellBackground(await stage.panel(), 'permissionsChanged')
      await becomes(filed, prompts(4))
    })

    test('a background that the browser put to sleep is woken to send what waits', async () => {
      between.fail('gone')
      await capture(3)
      await queueBecomes({ pending: 3 })
      const panel = await stage.panel()
      await stopBackground(panel)
      between.fail('none')
      assert.deepEqual(await filed(), [])
      await wakeByAlarm(panel)
      await becomes(filed, prompts(3), 60)
    })

    test('a take whose media was being read when the background ended is read and sent, to where it was made', async () => {
      const slow = await slowMedia()
      const panel = await stage.panel()
      await panel.evaluate(
        (sighting) => {
          const { chrome } = globalThis as never as Chrome
          void chrome.runtime.sendMessage({ name: 'capture', request: { sightings: [sighting] } })
        },
        { ...sightingOf(1), mediaUrl: slow.address },
      )
      await slow.asked
      await putSettings(panel, {
        placeAtHand: { ...placeIn(film), sceneDbId: film.otherSceneDbId, sceneId: '999', untold: false },
      })
      await stopBackground(panel)
      slow.answer()
      await wakeByAlarm(panel)
      await becomes(filed, prompts(1), 60)
      slow.close()
    })

    test('what was made for another service waits until that is connected again', async () => {
      between.fail('gone')
      await capture(2)
      await queueBecomes({ pending: 2 })
      const other = await faultyService(service.address)
      await putSettings(await stage.worker(), {
        connection: { address: other.address, token: user.token, state: 'connected' },
      })
      const panel = await stage.panel()
      await tellBackground(panel, 'permissionsChanged')
      await panel.goto(panel.url().replace(/#.*|$/, '#/queue'))
      await panel.getByText(`Captures made for ${between.address} wait`).waitFor()
      assert.deepEqual(await filed(), [])
      between.fail('none')
      await connect(user.token)
      await tellBackground(panel, 'permissionsChanged')
      await becomes(filed, prompts(2), 20)
      other.close()
    })

    test('a pause that the service asks for is kept, also when the background is woken', async () => {
      between.fail(429, { 'retry-after': '3600' })
      await capture(1)
      await becomes(async () => between.failed.get(`429 ${batch}`), 1)
      const worker = await stage.worker()
      await worker.evaluate(async () => {
        const { chrome } = globalThis as never as Chrome
        const event = chrome.alarms.onAlarm as never as { dispatch(alarm: object): void }
        for (let times = 0; times < 3; times += 1) event.dispatch({ name: 'send' })
      })
      await capture(1)
      assert.equal(between.failed.get(`429 ${batch}`), 1)
      between.fail('none')
      await tellBackground(await stage.panel(), 'sendNow')
      await becomes(async () => (await filed()).length, 2)
    })

    test('a browser that is killed half-way through 200 captures files each of them once', async () => {
      between.fail('gone')
      await capture(200)
      const unread = async () => (await captures()).filter(({ unread }) => unread).length
      await becomes(unread, 0)
      // The first batch is stored, and its answer never comes.
      const { held, release } = between.hold('/api/extension/ingest/batch')
      between.fail('none')
      await held
      await stage.kill()
      release()
      assert.equal((await filed()).length, 100)
      await stage.reopen()
      await queueBecomes({ synced: 200 }, 60)
      assert.deepEqual(await filed(), prompts(200))
    })

    test('1,000 captures arrive, once each, through two kills of the browser', async (t) => {
      between.fail('gone')
      await capture(1000)
      await stage.kill()
      await stage.reopen()
      await queueBecomes({ pending: 1000 }, 60)
      await stage.kill()
      await stage.reopen()
      between.passed.clear()
      between.fail('none')
      const began = performance.now()
      // As long as more of them come.
      for (let count = 100; count <= 1000; count += 100)
        await becomes(async () => (await filed()).length >= count, true)
      t.diagnostic(
        `${engine}: 1,000 captures arrived ${Math.round(performance.now() - began)} ms after the service was back`,
      )
      await queueBecomes({ synced: 200 }, 60)
      assert.deepEqual(await filed(), prompts(1000))
      // Ten, where all media were read by then.
      assert.ok((between.passed.get(batch) ?? 0) < 100)
    })

    async function badge(): Promise<string> {
      return (await stage.worker()).evaluate(() => {
        const { chrome } = globalThis as never as Chrome
        return chrome.action.getBadgeText({})
      })
    }

    async function revoke(): Promise<void> {
      const { body } = await user.get('/api/tokens')
      const { status } = await user.send('DELETE', `/api/tokens/${body.data[0].id}`, {})
      assert.equal(status, 200)
    }
  })
}

const promptsOfScene = statement((db, { sceneDbId }: { sceneDbId: string }) =>
  db
    .selectFrom('asset_versions')
    .select('prompt')
    .where('scene_id', '=', sceneDbId)
    .orderBy('version_number'),
)

/** Brings the alarm forward, which must be there: half a minute is the shortest that the browser allows. */
async function wakeByAlarm(panel: Page): Promise<void> {
  const alarm = await panel.evaluate(async () => {
    const { chrome } = globalThis as never as Chrome
    const found = await chrome.alarms.get('send')
    await chrome.alarms.create('send', { when: Date.now(), periodInMinutes: 0.5 })
    return found
  })
  assert.equal(alarm?.periodInMinutes, 0.5)
}

/** Revokes all tokens once a capture with that prompt is filed. */
const revokingAfter = {
  sqlite: (prompt: string) =>
    `create trigger revoking after insert on asset_versions when new.prompt = '${prompt}'
      begin update tokens set revoked_at = '2026-01-01T00:00:00.000Z'; end`,
  postgres: (prompt: string) =>
    `create function revoking() returns trigger language plpgsql as
      $$ begin update tokens set revoked_at = '2026-01-01T00:00:00.000Z'; return new; end $$;
      create trigger revoking after insert on asset_versions for each row
      when (new.prompt = '${prompt}') execute function revoking()`,
}

/** A host of media that answers when it is told to. */
/** What is in the user's own network the background asks for nothing. */
const slowHost = 'slow.pictures.example'

async function slowMedia() {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const server = createServer(async (_request, response) => {
    onAsked()
    await answered
    response.setHeader('access-control-allow-origin', '*').end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://${slowHost}:${(server.address() as AddressInfo).port}/take.png`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address, asked, answer, close }
}

/** Each is another picture: one that was captured before is not captured again. */
let pictures = 0

function sightingOf(number: number): Sighting {
  pictures += 1
  return {
    kind: 'image',
    mediaUrl: `http://127.0.0.1:9/picture-${pictures}.png`,
    pageUrl: 'http://127.0.0.1:9/gallery',
    pageTitle: 'Gallery',
    readings: [{ source: { kind: 'page' }, prompt: `take ${number}` }],
  }
}
