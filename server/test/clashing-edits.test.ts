import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { building, refusal } from './building.ts'
import { engines } from './engines.ts'
import { sendsNothing } from './property.ts'
import {
  type Film,
  request,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from './service.ts'

/** A thing that two edit: two values that one of its fields has not, and another field. */
interface Thing {
  method: 'PATCH' | 'PUT'
  path: string
  field: string
  values: [unknown, unknown]
  /** With a value of it; none where there is only the one field. */
  other?: [field: string, value: unknown]
  /** What has to come along. */
  more?: object
  read: () => Promise<unknown>
}

const message =
  'Somebody changed it meanwhile. Look at what it is now, and send that as `was` to change it still'

for (const engine of engines) {
  describe(`edits that clash on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let maria: TestUser
    let jon: TestUser
    let film: Film
    let things: Record<string, Thing>
    let films = 0

    before(async () => {
      service = await testService(engine, sendsNothing)
      maria = await testUser(service)
      jon = await testUser(service)
    })
    after(() => service.close())

    beforeEach(async () => {
      films += 1
      film = await testFilm(service.db, maria, `Film ${films}`)
      const { projectId, sceneDbId, capture } = film
      const member = { userId: jon.id, role: 'owner' }
      assert.equal((await maria.send('POST', `/api/projects/${projectId}/members`, member)).status, 201)
      const { read, version, shot, character } = building(maria)
      const shotIds = [...film.shotIds, (await shot(sceneDbId, '012A-C')).id]
      await character(projectId, 'Una')
      const of = `/api/projects/${projectId}`
      const { id: asset } = await version({ ...capture, title: 'A take' })
      const [style] = await read(`${of}/prompt-packages`)
      const characters = await read(`${of}/characters`)
      const scenes = await read(`${of}/scenes`)
      const third = await testUser(service)
      await maria.send('POST', `${of}/members`, { userId: third.id, role: 'viewer' })
      const listed = async (path: string, id: string, field: string, key = 'id') =>
        (await read(path)).find((one: Record<string, unknown>) => one[key] === id)?.[field]
      const idsOf = async (path: string) => (await read(path)).map(({ id }: { id: string }) => id)
      const patched = (
        path: string,
        field: string,
        values: [unknown, unknown],
        more: Partial<Thing> = {},
      ) => {
        const thing: Thing = {
          method: 'PATCH',
          path,
          field,
          values,
          read: async () => (await read(path))[field],
          ...more,
        }
        return thing
      }
      const ordered = (path: string, ids: string[]): Thing => {
        const [first, ...rest] = ids
        const values: [unknown, unknown] = [[...rest, first], ids.toReversed()]
        return { method: 'PUT', path: `${path}/order`, field: 'ids', values, read: () => idsOf(path) }
      }
      things = {
        project: patched(of, 'genre', ['Noir', 'Comedy'], { other: ['status', 'COMPLETED'] }),
        scene: patched(`/api/scenes/${sceneDbId}`, 'act', [3.5, null], { other: ['macroScene', 'Calm'] }),
        shot: patched(`/api/shots/${shotIds[0]}`, 'description', ['Close', null], {
          other: ['required', false],
          read: () => listed(`/api/scenes/${sceneDbId}/shots`, shotIds[0]!, 'description'),
        }),
        character: patched(`/api/characters/${characters[0].id}`, 'role', ['Lead', 'Foil'], {
          other: ['description', 'Old'],
          read: () => listed(`${of}/characters`, characters[0].id, 'role'),
        }),
        version: patched(`/api/assets/${asset}`, 'shotId', [shotIds[0], shotIds[1]], {
          other: ['notes', 'Lovely'],
        }),
        'prompt package': patched(
          `/api/prompt-packages/${style.id}`,
          'constraints',
          [{ b: 1, a: [2] }, { b: 2 }],
          {
            other: ['negativePrompt', 'rain'],
          },
        ),
        'order of scenes': ordered(
          `${of}/scenes`,
          scenes.map(({ id }: { id: string }) => id),
        ),
        'order of shots': ordered(`/api/scenes/${sceneDbId}/shots`, shotIds),
        'order of characters': ordered(
          `${of}/characters`,
          characters.map(({ id }: { id: string }) => id),
        ),
        'role of a member': patched(`${of}/members/${third.id}`, 'role', ['editor', 'reviewer'], {
          read: () => listed(`${of}/members`, third.id, 'role', 'userId'),
        }),
        'rights of a platform': patched(
          `${of}/rights-defaults`,
          'rightsState',
          ['RESTRICTED', 'NON_COMMERCIAL'],
          {
            method: 'PUT',
            more: { platformKey: 'sora' },
            read: async () =>
              (await listed(`${of}/rights-defaults`, 'sora', 'rightsState', 'platformKey')) ?? 'UNKNOWN',
          },
        ),
      }
    })

    const names = [
      'project',
      'scene',
      'shot',
      'character',
      'version',
      'prompt package',
      'order of scenes',
      'order of shots',
      'order of characters',
      'role of a member',
      'rights of a platform',
    ]

    const send = (by: TestUser, { method, path, more }: Thing, body: object) =>
      by.send(method, path, { ...more, ...body })

    for (const name of names) {
      test(`the ${name} that another changed meanwhile stays as they made it, and who comes later is told`, async () => {
        const thing = things[name]!
        const { field, values, read } = thing
        const was = { [field]: await read() }
        const [theirs, mine] = values
        assert.equal((await send(jon, thing, { [field]: theirs, was })).status, 200)

        const late = await send(maria, thing, { [field]: mine, was })
        const { clashes, ...rest } = refusal(late)
        assert.deepEqual(rest, {
          status: 409,
          error: message,
          fieldErrors: { [field]: [`Changed meanwhile by ${await nameOf(jon)}`] },
        })
        const { changedAt, ...clash } = clashes[field]
        assert.deepEqual(clash, { now: theirs, changedBy: { id: jon.id, name: await nameOf(jon) } })
        assert.ok(Math.abs(Date.parse(changedAt) - Date.now()) < 60_000)
        assert.deepEqual(await read(), theirs)

        const still = await send(maria, thing, { [field]: mine, was: { [field]: clashes[field].now } })
        assert.equal(still.status, 200, JSON.stringify(still.body))
        assert.deepEqual(await read(), mine)
        assert.equal((await send(jon, thing, { [field]: theirs })).status, 200, 'who says nothing overwrites')
        assert.deepEqual(await read(), theirs)
      })

      test(`of two who change the ${name} at once one wins, and the other is told`, async () => {
        const thing = things[name]!
        const { field, values, read } = thing
        const was = { [field]: await read() }
        const [one, other] = values
        for (const value of values) assert.notDeepEqual(value, was[field])
        const answers = await Promise.all([
          send(maria, thing, { [field]: one, was }),
          send(jon, thing, { [field]: other, was }),
        ])
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
        assert.deepEqual(await read(), answers[0]!.status === 200 ? one : other)
      })

      test(`the same edit of the ${name} again, whose answer was lost, is no clash`, async () => {
        const thing = things[name]!
        const was = { [thing.field]: await thing.read() }
        for (const _ of ['first', 'again']) {
          const answer = await send(maria, thing, { [thing.field]: thing.values[0], was })
          assert.equal(answer.status, 200, JSON.stringify(answer.body))
        }
      })
    }

    test('edits of different fields never clash', async () => {
      for (const name of names) {
        const thing = things[name]!
        if (!thing.other) continue
        const [field, value] = thing.other
        const was = { [thing.field]: await thing.read() }
        assert.equal((await send(jon, thing, { [field]: value })).status, 200)
        const answer = await send(maria, thing, { [thing.field]: thing.values[0], was })
        assert.equal(answer.status, 200, `${name}: ${JSON.stringify(answer.body)}`)
        assert.deepEqual(answer.body.data[field], value)
      }
    })

    test('tags that come and go clash with nobody', async () => {
      const { path } = things.version!
      await jon.send('PATCH', path, { addTags: ['theirs'] })
      const answer = await maria.send('PATCH', path, {
        addTags: ['mine'],
        title: 'B',
        was: { title: 'A take' },
      })
      assert.deepEqual([answer.status, answer.body.data.tags], [200, ['theirs', 'mine']])
      const whole = await maria.send('PATCH', path, { tags: ['only'], was: { tags: ['theirs'] } })
      assert.deepEqual(refusal(whole).clashes.tags.now, ['theirs', 'mine'])
    })

    test('a long number is the same as number and as text, for clients that would lose digits of it', async () => {
      const { path } = things['prompt package']!
      const sendText = (text: string) =>
        request(service.address + path, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${maria.token}`, 'content-type': 'application/json' },
          body: text,
        })
      assert.equal((await sendText('{"constraints":{"seed":12345678901234567}}')).status, 200)
      const was = { constraints: { seed: '12345678901234567' } }
      assert.equal((await maria.send('PATCH', path, { constraints: { seed: 1 }, was })).status, 200)
      assert.equal((await sendText('{"constraints":{"seed":12345678901234567}}')).status, 200)
      const another = { constraints: { seed: '12345678901234568' } }
      assert.equal((await maria.send('PATCH', path, { constraints: { seed: 1 }, was: another })).status, 409)
    })

    test('of several fields the whole edit is refused, and only those that clash are named', async () => {
      const { path } = things.project!
      await jon.send('PATCH', path, { genre: 'Noir' })
      const body = { genre: 'Comedy', status: 'COMPLETED', was: { genre: 'Drama', status: 'PRODUCTION' } }
      const answer = await maria.send('PATCH', path, body)
      assert.deepEqual(Object.keys(refusal(answer).clashes), ['genre'])
      assert.equal((await building(maria).read(path)).status, 'PRODUCTION')
    })

    test('what came to its value by another way is nobody’s, by name', async () => {
      const { path } = things.project!
      await jon.send('PATCH', path, { genre: 'Noir' })
      const { name } = await building(maria).read(path)
      const workspace = { projects: [{ name, genre: 'Western' }] }
      assert.equal((await maria.send('POST', '/api/import', { workspace })).status, 200)
      const answer = await maria.send('PATCH', path, { genre: 'Comedy', was: { genre: 'Drama' } })
      assert.deepEqual(refusal(answer), {
        status: 409,
        error: message,
        fieldErrors: { genre: ['Changed meanwhile by somebody else'] },
        clashes: { genre: { now: 'Western', changedBy: null, changedAt: null } },
      })
    })

    test('who gave several shots a due day at once is named, as who gave it to one', async () => {
      const [id] = film.shotIds
      const together = `/api/scenes/${film.sceneDbId}/shots`
      const body = { shotIds: film.shotIds, dueOn: '2026-12-05' }
      assert.equal((await jon.send('PATCH', together, body)).status, 200)
      const late = await maria.send('PATCH', `/api/shots/${id}`, {
        dueOn: '2026-12-01',
        was: { dueOn: null },
      })
      const { now, changedBy } = refusal(late).clashes.dueOn
      assert.deepEqual([now, changedBy], ['2026-12-05', { id: jon.id, name: await nameOf(jon) }])
    })

    test('a scene that came meanwhile is of the order that is told', async () => {
      const thing = things['order of scenes']!
      const was = { ids: await thing.read() }
      const { id } = await building(jon).scene(film.projectId, '99')
      const answer = await send(maria, thing, { ids: thing.values[0], was })
      assert.equal(answer.status, 409)
      assert.deepEqual(refusal(answer).clashes.ids.now, [...(was.ids as string[]), id])
    })

    const nameOf = async ({ id }: TestUser) =>
      (await building(maria).read(`/api/projects/${film.projectId}/members`)).find(
        ({ userId }: { userId: string }) => userId === id,
      ).name
  })
}
