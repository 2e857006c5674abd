import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import {
  type Answer,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const hook = { url: 'https://hooks.example/dailies', events: ['asset.created'] }
const https = 'Must begin with https:// (http:// is for development mode)'
const publicAddress = 'Must be a public address, or one that the operator of this service has allowed'
const batching = { maxEvents: 2, maxSeconds: 1 }
const custom = (body: string) => ({ type: 'custom', body })

for (const engine of engines) {
  describe(`settings of webhooks on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let other: Film
    let foreign: Film

    before(async () => {
      service = await testService(engine, { DAILIES_WEBHOOK_WORKER: 'false' })
      user = await testUser(service)
      film = await testFilm(service.db, user, 'One')
      other = await testFilm(service.db, user, 'Two')
      foreign = await testFilm(service.db, await testUser(service), 'Theirs')
    })
    after(() => service.close())

    const create = (body: unknown) => user.send('POST', '/api/webhooks', body)
    const list = async () => (await user.get('/api/webhooks?limit=100')).body.data
    const assertRefused = ({ status, body }: Answer, field: string, message: string | RegExp) => {
      assert.equal(status, 400, JSON.stringify(body))
      assert.equal(body.error, 'Invalid payload')
      assert.deepEqual(Object.keys(body.details.fieldErrors), [field])
      const [told] = body.details.fieldErrors[field]
      if (typeof message === 'string') assert.equal(told, message)
      else assert.match(told, message)
    }

    const refused: [what: string, fields: () => object, field: string, message: string | RegExp][] = [
      ['no URL', () => ({ url: undefined }), 'url', 'Required'],
      ['what is no URL', () => ({ url: 'hooks.example' }), 'url', 'Invalid URL'],
      ['a URL without a host', () => ({ url: 'https://' }), 'url', 'Invalid URL'],
      ['another scheme', () => ({ url: 'ftp://hooks.example/' }), 'url', 'Invalid URL'],
      ['http:// outside of development', () => ({ url: 'http://hooks.example/' }), 'url', https],
      ['a URL that is too long', () => ({ url: `https://a.example/${'x'.repeat(2048)}` }), 'url', /2048/],
      [
        'a user name and a password',
        () => ({ url: 'https://me:secret@hooks.example/' }),
        'url',
        'Must be without a user name and password',
      ],
      ...[
        ...['https://127.0.0.1/', 'https://10.1.2.3/', 'https://192.168.0.1/', 'https://169.254.169.254/'],
        ...['https://[::1]/', 'https://[fd00::1]/', 'https://[::ffff:10.0.0.1]/', 'https://localhost/'],
        ...['https://0x7f.1/', 'https://2130706433/', 'https://hooks.localhost/'],
      ].map((url): (typeof refused)[number] => [url, () => ({ url }), 'url', publicAddress]),
      ['no events', () => ({ events: [] }), 'events', 'Must be at least one event'],
      ['missing events', () => ({ events: undefined }), 'events', 'Required'],
      [
        'an unknown event',
        () => ({ events: ['asset.created', 'asset.gone'] }),
        'events',
        /^1: Must be one of/,
      ],
      ['the test event', () => ({ events: ['webhook.test'] }), 'events', /^0: Must be one of/],
      ['events that are no list', () => ({ events: 'asset.created' }), 'events', 'Must be an array'],
      ['a project that is missing', () => ({ projectIds: ['x'] }), 'projectIds', 'Not a project of yours: x'],
      [
        'a project of another user',
        () => ({ projectIds: [film.projectId, foreign.projectId] }),
        'projectIds',
        /^Not a project of yours: [0-9a-f-]{36}$/,
      ],
      ['a scene that is missing', () => ({ sceneDbIds: ['x'] }), 'sceneDbIds', 'Not a scene of yours: x'],
      ['a scene number in place of an id', () => ({ sceneDbIds: ['012A'] }), 'sceneDbIds', /^Not a scene/],
      [
        'a scene of another user',
        () => ({ sceneDbIds: [foreign.sceneDbId] }),
        'sceneDbIds',
        /^Not a scene of yours: [0-9a-f-]{36}$/,
      ],
      [
        'a scene outside of the given projects',
        () => ({ projectIds: [film.projectId], sceneDbIds: [film.sceneDbId, other.sceneDbId] }),
        'sceneDbIds',
        /^Not a scene of the projects in projectIds, so nothing would ever match/,
      ],
      [
        'more than 100 ids',
        () => ({ sceneDbIds: Array(101).fill(film.sceneDbId) }),
        'sceneDbIds',
        'Must be at most 100 ids',
      ],
      ['an unknown template', () => ({ template: { type: 'teams' } }), 'template', /^type: /],
      ['an empty template', () => ({ template: custom('') }), 'template', 'body: Required'],
      ['a template that does not parse', () => ({ template: custom('{"a":"{{b"}') }), 'template', /Mustache/],
      ['a template that gives no JSON', () => ({ template: custom('{{event}}') }), 'template', /JSON/],
      [
        'a template that gives no JSON for one of its events',
        () => ({
          events: ['asset.created', 'scene.completed'],
          template: custom('{"a":"{{event}}"{{#is.scene_completed}},{{/is.scene_completed}}}'),
        }),
        'template',
        /^scene.completed: /,
      ],
      ...[
        { maxEvents: 1, maxSeconds: 60 },
        { maxEvents: 101, maxSeconds: 60 },
        { maxEvents: 2.5, maxSeconds: 60 },
        { maxEvents: 10, maxSeconds: 0 },
        { maxEvents: 10, maxSeconds: 3601 },
        { maxEvents: 10 },
      ].map((one): (typeof refused)[number] => [
        `batching by ${JSON.stringify(one)}`,
        () => ({ batching: one }),
        'batching',
        /^max(Events|Seconds): (Must be|Required)/,
      ]),
      ['a long description', () => ({ description: 'x'.repeat(501) }), 'description', /500/],
      ['a switch that is neither', () => ({ active: 'yes' }), 'active', 'Must be true or false'],
      ['a short secret', () => ({ secret: 'short' }), 'secret', /16 to 200/],
    ]

    for (const [what, fields, field, message] of refused) {
      test(`${what} is refused, and told at ${field}`, async () => {
        const before = await list()
        assertRefused(await create({ ...hook, ...fields() }), field, message)
        assert.deepEqual(await list(), before)
      })
    }

    test('a change is refused for the same reasons, and changes nothing', async () => {
      const { id, secret: _, ...webhook } = (await create(hook)).body.data
      const ofChanges = refused.filter(
        ([, fields, field]) => field !== 'secret' && !Object.values(fields()).includes(undefined),
      )
      for (const [, fields, field, message] of ofChanges) {
        const answer = await user.send('PATCH', `/api/webhooks/${id}`, { active: false, ...fields() })
        assertRefused(answer, field, message)
      }
      assert.deepEqual((await user.get(`/api/webhooks/${id}`)).body.data, { id, ...webhook })
    })

    test('everything that is wrong is told at once', async () => {
      const { status, body } = await create({
        ...hook,
        url: 'https://localhost/',
        projectIds: ['x'],
        sceneDbIds: ['y'],
        template: custom('no'),
      })
      assert.equal(status, 400)
      const fields = Object.keys(body.details.fieldErrors)
      assert.deepEqual(fields.sort(), ['projectIds', 'sceneDbIds', 'template', 'url'])
    })

    test('a change is checked against what it leaves as it is', async () => {
      const template = custom('[{{#events}}"{{id}}"{{^last}},{{/last}}{{/events}}]')
      const { id } = (await create({ ...hook, template, batching, sceneDbIds: [film.sceneDbId] })).body.data
      const change = (fields: object) => user.send('PATCH', `/api/webhooks/${id}`, fields)
      assertRefused(
        await change({ template: custom('[{{#events}}"{{id}}"{{/events}}]') }),
        'template',
        /batch of 2/,
      )
      assertRefused(await change({ projectIds: [other.projectId] }), 'sceneDbIds', /nothing would ever match/)
      const both = { projectIds: [other.projectId], sceneDbIds: [other.sceneDbId] }
      assert.equal((await change(both)).status, 200)
    })

    test('a body that is no object is refused', async () => {
      for (const body of [[], null, 'x', 7]) assert.equal((await create(body)).status, 400)
    })

    test('a user has 200 webhooks at most, and may make another one after deleting one', async () => {
      const keen = await testUser(service)
      const make = () => keen.send('POST', '/api/webhooks', { ...hook, active: false })
      const made = await Promise.all(Array.from({ length: 200 }, make))
      assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]))
      const { status, body } = await make()
      assert.equal(status, 400)
      assert.deepEqual(body, {
        error: 'Invalid payload',
        details: { fieldErrors: {}, formErrors: ['A user has at most 200 webhooks: delete one first'] },
      })
      assert.equal((await create(hook)).status, 201, 'another user')
      await keen.send('DELETE', `/api/webhooks/${made[0]!.body.data.id}`, undefined)
      assert.equal((await make()).status, 201)
    })
  })

  test(`what the operator allows is accepted, on ${engine}`, async () => {
    const allowed = { DAILIES_WEBHOOK_WORKER: 'false', DAILIES_WEBHOOK_ALLOW: '10.1.0.0/16,::1/128' }
    for (const [development, url, status] of [
      ['false', 'https://10.1.2.3/', 201],
      ['false', 'https://localhost/', 201],
      ['false', 'https://10.2.0.1/', 400],
      ['false', 'http://10.1.2.3/', 400],
      ['true', 'http://10.1.2.3/', 201],
      ['true', 'http://10.2.0.1/', 400],
      ['true', 'http://hooks.example:8080/', 201],
    ] as const) {
      const service = await testService(engine, { ...allowed, DAILIES_DEVELOPMENT: development })
      const user = await testUser(service)
      const answer = await user.send('POST', '/api/webhooks', { ...hook, url })
      await service.close()
      assert.equal(answer.status, status, `${url} in development: ${development}`)
    }
  })
}
