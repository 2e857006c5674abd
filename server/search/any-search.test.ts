import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { building } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import { searchAll } from '../test/searching.ts'
import '../test/seed.ts'
import {
  callerWith,
  type Film,
  type TestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { issueToken } from '../tokens/issue.ts'
import { commandLine } from '../tokens/token-manager.ts'
import { fieldsOf } from './document.ts'
import type { SearchIndex } from './index.ts'
import { marksOf, scoreOf } from './match.ts'
import { openIndex } from './open-index.ts'
import { readQuery } from './query.ts'

/** As the database has it, with what is said of it and where it is. */
interface Row {
  id: string
  projectId: string
  projectName: string
  sceneNumber: string
  shotCode: string | null
  title: string | null
  prompt: string
  negativePrompt: string | null
  tags: string | null
  notes: string | null
  modelName: string | null
  platformKey: string
  platformLabel: string
  outputUrl: string | null
  assetType: string
  status: string
  selected: number
  rightsState: string
  costEstimateUsd: number | null
  createdBy: string
  comments: string | null
  openNotes: number
}

const rowsOf = (userId: string) => `
  select v.id, v.project_id as "projectId", p.name as "projectName", s.scene_number as "sceneNumber", h.shot_code as "shotCode",
    v.title, v.prompt, v.negative_prompt as "negativePrompt", v.tags, v.notes, v.model_name as "modelName",
    v.platform_key as "platformKey", v.platform_label as "platformLabel", v.output_url as "outputUrl", v.asset_type as "assetType",
    v.status, v.selected, v.rights_state as "rightsState", v.cost_estimate_usd as "costEstimateUsd", v.created_by as "createdBy",
    coalesce((select r.open_notes from version_reviews r where r.asset_version_id = v.id), 0) as "openNotes"
  from asset_versions v
  join scenes s on s.id = v.scene_id
  join projects p on p.id = s.project_id
  join project_members m on m.project_id = p.id and m.user_id = '${userId}' and m.deleted_at is null
  left join shots h on h.id = v.shot_id`

const words = [
  'lamp',
  'Lampe',
  'neon',
  'sign',
  'é',
  'ß',
  '12',
  '雨',
  '燈塔',
  '雨燈',
  '雨中的燈塔',
  'ガラス',
  '등대',
  'منارة',
  'हि',
]
const others = ['--ar 16:9', '--sref', 'wide-angle', '(lamp:1.2)', '💡', '۔', "'"]
const text = fc
  .array(fc.tuple(fc.constantFrom(...words, ...others), fc.constantFrom(' ', ' ', ', ', '-', '')), {
    minLength: 1,
    maxLength: 8,
  })
  .map((all) => all.flat().join(''))

const models = ['Veo 3', 'veo-2', 'Kling 燈', undefined]
const tags = ['night', 'Café-Noir', '雨']
const statuses = ['DRAFT', 'GENERATED']
const rights = ['UNKNOWN', 'RESTRICTED', 'NON_COMMERCIAL']

/** What a filter says, and which rows answer to it; `me` is the user who asks. */
type Filter = [field: string, text: string, answers: (row: Row, me: string) => boolean]

const hasTag = (tag: string) => (row: Row) => (JSON.parse(row.tags ?? '[]') as string[]).includes(tag)
const isModel =
  (...names: string[]) =>
  (row: Row) =>
    names.includes(row.modelName ?? '')
const cost = (accepts: (cost: number) => boolean) => (row: Row) =>
  row.costEstimateUsd !== null && accepts(row.costEstimateUsd)

const filter: fc.Arbitrary<Filter> = fc.constantFrom<Filter[]>(
  ['model', 'veo', isModel('Veo 3', 'veo-2')],
  ['model', '"veo 3"', isModel('Veo 3')],
  ['model', 'kl', isModel('Kling 燈')],
  ['model', '燈', isModel('Kling 燈')],
  ['model', '2', isModel('veo-2')],
  ['platform', 'kling', (row) => row.platformKey === 'kling'],
  ['tag', 'night', hasTag('night')],
  ['tag', 'cafe-noir', hasTag('Café-Noir')],
  ['tag', '雨', hasTag('雨')],
  ['tag', 'none', () => false],
  ['type', 'video', (row) => row.assetType === 'VIDEO'],
  ['type', 'image', (row) => row.assetType === 'IMAGE'],
  ['status', 'draft', (row) => row.status === 'DRAFT'],
  ['status', 'selected', (row) => row.status === 'SELECTED'],
  ['rights', 'unknown', (row) => row.rightsState === 'UNKNOWN'],
  ['rights', 'restricted', (row) => row.rightsState === 'RESTRICTED'],
  ['scene', '2', (row) => row.sceneNumber === '2'],
  ['scene', '012a', (row) => row.sceneNumber === '012A'],
  ['shot', '012a-a', (row) => row.shotCode === '012A-A'],
  ['project', 'first', (row) => row.projectName.startsWith('First')],
  ['project', 'film', (row) => row.projectName.includes('Film')],
  ['by', 'me', (row, me) => row.createdBy === me],
  ['is', 'winner', (row) => row.selected === 1],
  ['is', 'waiting', (row) => row.outputUrl !== null && row.outputUrl !== ''],
  ['has', 'media', (row) => row.outputUrl !== null && row.outputUrl !== ''],
  ['has', 'notes', (row) => row.openNotes > 0],
  ['cost', '>1', cost((amount) => amount >= 1)],
  ['cost', '0..1', cost((amount) => amount <= 1)],
  ['after', '2020-01', () => true],
  ['before', '2020-01', () => false],
)

interface Part {
  text: string
  filter?: Filter
  isExcluded: boolean
}

const needle = fc.oneof(
  fc.constantFrom(...words, '雨中', '中的燈', '的', '塔', '대', 'نار'),
  fc.constantFrom(
    'lam*',
    'ne*',
    '--a*',
    'हि*',
    '雨*',
    '16:9',
    'wide-angle',
    '--ar',
    'ar',
    '--sref',
    '(lamp:1.2)',
  ),
  fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 3 }).map((all) => `"${all.join(' ')}"`),
)
const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ text: needle, isExcluded: fc.boolean().map((one) => one) }) },
  {
    weight: 2,
    arbitrary: fc.record({ filter, isExcluded: fc.boolean() }).map(({ filter: one, isExcluded }) => ({
      text: `${one[0]}:${one[1]}`,
      filter: one,
      isExcluded,
    })),
  },
)
const question = fc.record({
  parts: fc.array(part, { maxLength: 4 }),
  asker: fc.nat(5),
  sort: fc.constantFrom<('best' | 'newest')[]>('best', 'newest'),
  limit: fc.integer({ min: 3, max: 25 }),
  partial: fc.boolean(),
})

const capture = fc.record(
  {
    prompt: text,
    title: text,
    notes: text,
    negativePrompt: text,
    tags: fc.uniqueArray(fc.constantFrom(...tags)),
    modelName: fc.constantFrom(...models),
    platformKey: fc.constantFrom('midjourney', 'kling'),
    assetType: fc.constantFrom('IMAGE', 'VIDEO'),
    status: fc.constantFrom(...statuses),
    rightsState: fc.constantFrom(...rights),
    costEstimateUsd: fc.constantFrom(0, 0.5, 1, 3),
    selected: fc.boolean(),
    outputUrl: fc.constantFrom('https://cdn.example/neon.png', 'https://cdn.example/%E7%87%88.mp4'),
  },
  { requiredKeys: ['prompt', 'platformKey', 'assetType'] },
)

/** Numbers choose among what there is. Whether it is refused or not, what is found is what there is then. */
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('capture' as const),
      by: fc.nat(2),
      film: fc.nat(2),
      place: fc.nat(2),
      capture,
    }),
  },
  fc.record({ what: fc.constant('title' as const), of: fc.nat(), text }),
  fc.record({ what: fc.constant('notes' as const), of: fc.nat(), text }),
  fc.record({ what: fc.constant('comment' as const), of: fc.nat(), text }),
  fc.record({ what: fc.constant('edit' as const), of: fc.nat(), text }),
  fc.record({
    what: fc.constantFrom(
      'tag' as const,
      'rights' as const,
      'status' as const,
      'select' as const,
      'unsay' as const,
      'resolve' as const,
      'move' as const,
    ),
    of: fc.nat(),
  }),
  fc.record({ what: fc.constantFrom('delete' as const, 'restore' as const), of: fc.nat() }),
  fc.record({ what: fc.constantFrom('join' as const, 'leave' as const), of: fc.nat(2), film: fc.nat(2) }),
  fc.record({ what: fc.constantFrom('delete scene' as const, 'rename' as const), film: fc.nat(2) }),
  fc.record({ what: fc.constant('begin the index anew' as const) }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

for (const engine of engines) {
  describe(`whatever is searched on ${engine}`, () => {
    let service: TestService
    /** The first owns all projects. */
    let users: TestUser[]
    /** As another process has it. */
    let index: SearchIndex
    let films: Film[]
    /** Of each user one who may see all that the user may, and one who may see the first project alone. */
    let askers: { user: TestUser; caller: TestCaller; projectIds: string[] }[]
    const versions: string[] = []
    const comments: string[] = []

    before(async () => {
      service = await testService(engine, { DAILIES_MEDIA_FETCH: 'false' })
      index = openIndex(service.db, service.place.settings)
      users = [await testUser(service), await testUser(service), await testUser(service)]
      const [owner] = users as [TestUser]
      films = []
      for (const name of ['First Film', 'Second Film', 'Another'])
        films.push(await testFilm(service.db, owner, name))
      askers = []
      for (const user of users) {
        const projectIds = [films[0]!.projectId]
        // Whoever has a token for a project may leave it later.
        if (user !== owner)
          await owner.send('POST', `/api/projects/${projectIds[0]}/members`, {
            userId: user.id,
            role: 'editor',
          })
        const { token } = await issueToken(service.db, commandLine(user.id), { name: 'narrow', projectIds })
        askers.push({ user, caller: user, projectIds: [] })
        askers.push({ user, caller: callerWith(service.address, token), projectIds })
      }
    })
    after(async () => {
      await index.close()
      await service.close()
    })

    const at = <T>(all: readonly T[], index: number): T | undefined => all[index % (all.length || 1)]

    async function go(one: Change): Promise<void> {
      const [owner] = users as [TestUser]
      const version = 'of' in one ? `/api/assets/${at(versions, one.of) ?? 'none'}` : ''
      const comment = 'of' in one ? `/api/comments/${at(comments, one.of) ?? 'none'}` : ''
      const film = 'film' in one ? films[one.film]! : films[0]!
      switch (one.what) {
        case 'capture': {
          const place = [{}, { shotId: film.shotIds[0] }, { sceneId: '2' }][one.place]!
          const { status, body } = await users[one.by]!.ingest({ ...film.capture, ...one.capture, ...place })
          if (status === 200) versions.push(body.asset.id)
          return
        }
        case 'title':
        case 'notes':
          return void (await owner.send('PATCH', version, { [one.what]: one.text }))
        case 'comment': {
          const { status, body } = await owner.send('POST', `${version}/comments`, { text: one.text })
          if (status === 201) comments.push(body.data.id)
          return
        }
        case 'edit':
          return void (await owner.send('PATCH', comment, { text: one.text }))
        case 'unsay':
          return void (await owner.send('DELETE', comment, undefined))
        case 'resolve':
          return void (await owner.send('POST', `${comment}/resolution`, { resolved: one.of % 2 === 0 }))
        case 'tag':
          return void (await owner.send('PATCH', version, { tags: tags.slice(one.of % 3) }))
        case 'rights':
          return void (await owner.send('PATCH', version, { rightsState: at(rights, one.of) }))
        case 'move':
          return void (await owner.send('PATCH', version, {
            shotId: one.of % 2 ? null : at(films, one.of)!.shotIds[1],
          }))
        case 'status':
          return void (await owner.send('POST', `${version}/status`, {
            status: at([...statuses, 'SELECTED', 'APPROVED'], one.of),
          }))
        case 'select':
          return void (await owner.send('POST', `${version}/selection`, { selected: one.of % 2 === 0 }))
        case 'delete':
          return void (await owner.send('DELETE', version, undefined))
        case 'restore':
          return void (await owner.send('POST', `${version}/restore`, {}))
        case 'join':
          return void (await owner.send('POST', `/api/projects/${film.projectId}/members`, {
            userId: users[one.of]!.id,
            role: 'editor',
          }))
        case 'leave':
          if (one.of === 0) return
          return void (await owner.send(
            'DELETE',
            `/api/projects/${film.projectId}/members/${users[one.of]!.id}`,
            undefined,
          ))
        case 'begin the index anew':
          return index.forget()
        case 'rename': {
          const names = ['First Film', 'Second Film', 'Another', 'First']
          return void (await owner.send('PATCH', `/api/projects/${film.projectId}`, {
            name: at(names, versions.length),
          }))
        }
        case 'delete scene': {
          await owner.send('DELETE', `/api/scenes/${film.otherSceneDbId}?sceneId=2`, undefined)
          film.otherSceneDbId = (await building(owner).scene(film.projectId, '2')).id
        }
      }
    }

    /** All that there is, looked through. */
    async function naive(
      q: string,
      { parts, asker, partial }: typeof question extends fc.Arbitrary<infer T> ? T : never,
    ) {
      const { user, projectIds } = askers[asker]!
      const rows = (await runSql(service.place, rowsOf(user.id))) as unknown as Row[]
      const said = await runSql(
        service.place,
        'select * from comments where deleted_at is null order by id desc',
      )
      const { needles } = readQuery(q, { isPartial: partial })
      const groups = new Map<string, Part[]>()
      for (const [index, one] of parts.entries()) {
        if (!one.filter) continue
        const [field] = one.filter
        const isAlone = one.isExcluded || ['cost', 'is', 'has', 'after', 'before'].includes(field)
        const key = isAlone ? `${index}` : field
        groups.set(key, [...(groups.get(key) ?? []), one])
      }
      const answers = (row: Row) =>
        [...groups.values()].every((group) => {
          const isOne = group.some((one) => one.filter![2](row, user.id))
          return group[0]!.isExcluded ? !isOne : isOne
        })
      return rows
        .filter(({ projectId }) => projectIds.length === 0 || projectIds.includes(projectId))
        .filter(answers)
        .flatMap((row) => {
          const texts = said.filter((one) => one.asset_version_id === row.id).map(({ text: one }) => one)
          const fields = fieldsOf({ ...row, comments: JSON.stringify(texts) })
          if (scoreOf(fields, needles) === undefined) return []
          const wanted = needles.filter(({ isExcluded }) => !isExcluded)
          return [{ id: row.id, hasMarks: marksOf(fields, wanted).length > 0 }]
        })
    }

    test('what is found on all pages is what there is, each once, and nothing of what one may not see', async () => {
      let found = 0
      const round = fc.tuple(
        fc.array(change, { minLength: 3, maxLength: 12 }),
        fc.array(question, { minLength: 8, maxLength: 8 }),
      )
      await fc.assert(
        fc.asyncProperty(round, async ([changes, questions]) => {
          for (const one of changes) await go(one)
          for (const one of questions) {
            const q = one.parts.map((part) => `${part.isExcluded ? '-' : ''}${part.text}`).join(' ')
            const { sort, limit, partial } = one
            const hits = await searchAll(askers[one.asker]!.caller, q, { sort, limit, partial })
            const expected = await naive(q, one)
            const marked = hits.map((hit) => ({ id: hit.id, hasMarks: hit.found.length > 0 }))
            const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
            assert.deepEqual([q, marked.sort(byId)], [q, expected.sort(byId)])
            for (const { text: piece, marks } of hits.flatMap((hit) => hit.found))
              for (const [from, to] of marks) assert.ok(from < to && to <= piece.length)
            found += hits.length
          }
        }),
        { numRuns: 25, interruptAfterTimeLimit: 60_000, endOnFailure: true },
      )
      assert.ok(found > 100, `${found}`)
    })
  })
}
