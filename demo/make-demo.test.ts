import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Comment, OpenNote } from '@dailies/contract/comment.ts'
import type { CutEntry } from '@dailies/contract/cut.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { openStore } from '@dailies/server/media/open-store.ts'
import { knock } from '@dailies/server/test/guests.ts'
import { callerWith, type TestCaller, type TestService, testService } from '@dailies/server/test/service.ts'
import { takes } from './film/takes.ts'
import { SALT_ROUND } from './film/workspace.ts'
import { type Demo, makeDemo } from './make-demo.ts'

let service: TestService
let demo: Demo
let user: TestCaller
const mediaUrl = 'http://127.0.0.1:9/media/'

before(async () => {
  service = await testService('sqlite')
  const { dataFolder } = service.place.settings
  const store = openStore({ media: undefined, dataFolder, environment: {} })
  demo = await makeDemo(service.db, { mediaFolder: join(dataFolder, 'platform'), mediaUrl, store })
  user = callerWith(service.address, demo.rawToken)
})
after(() => service.close())

test('every take has its picture, and plays if it is a film or a sound', async () => {
  const files = await readdir(join(service.place.settings.dataFolder, 'platform'))
  const recipes = new Set(takes.map(({ picture }) => JSON.stringify(picture)))
  assert.equal(files.filter((file) => file.endsWith('.png')).length, recipes.size)
  const endings: Record<string, string> = { VIDEO: '.webm', MUSIC: '.wav', AUDIO: '.wav', VOICE: '.wav' }
  for (const sceneId of ['001', '002', '024']) {
    const search = `projectId=${demo.projectId}&sceneId=${sceneId}&limit=100`
    const { assets } = (await user.get(`${endpoints.listSceneAssets.path}?${search}`)).body
    for (const { assetType, outputUrl, thumbnailUrl } of assets) {
      assert.ok(files.includes(thumbnailUrl.replace(mediaUrl, '')), thumbnailUrl)
      assert.ok(files.includes(outputUrl.replace(mediaUrl, '')), outputUrl)
      assert.ok(outputUrl.endsWith(endings[assetType] ?? '.png'), `${assetType} ${outputUrl}`)
    }
  }
})

test('every take is kept, and films have their poster', async () => {
  const { scenes } = (await user.get(`${endpoints.listScenes.path}?projectId=${demo.projectId}`)).body
  for (const { id } of scenes) {
    const { data } = (await user.get(`/api/scenes/${id}/assets?limit=100`)).body
    for (const { assetType, media } of data) {
      assert.equal(media.state, 'kept')
      assert.ok(media.poster || assetType !== 'VIDEO')
    }
  }
})

test('the report has something to tell: money, time, every state of rights, and what is not safe', async () => {
  const { data } = (await user.get(`/api/projects/${demo.projectId}/report`)).body
  assert.equal(data.totals.withCost, data.totals.versions)
  assert.ok(
    data.totals.costUsd > 10 && data.totals.generationSeconds > 600 && data.totals.queueWaitSeconds > 0,
  )
  for (const { rightsState, versions } of data.rights) assert.ok(versions > 0, rightsState)
  const states = new Set(data.notSafe.map(({ rightsState }: { rightsState: string }) => rightsState))
  assert.equal(states.size, 3)
})

test('what the studio says of a platform counts for takes that say nothing, and others say it themselves', async () => {
  const path = `/api/projects/${demo.projectId}/rights-defaults`
  const said: { platformKey: string; rightsState: string }[] = (await user.get(path)).body.data
  assert.ok(new Set(said.map(({ rightsState }) => rightsState)).size > 1)
  const [rights, without] = [
    new Map(said.map((one) => [one.platformKey, one.rightsState])),
    new Set<string>(),
  ]
  for (const { capture } of takes.filter(({ project }) => project === SALT_ROUND)) {
    if (capture.rightsState === undefined) without.add(capture.platformKey!)
  }
  assert.deepEqual([...without].sort(), [...rights.keys()], 'each of them is needed')
  const search = `projectId=${demo.projectId}&sceneId=001&assetType=MUSIC`
  const { assets } = (await user.get(`${endpoints.listSceneAssets.path}?${search}`)).body
  for (const { id } of assets) {
    assert.equal((await user.get(`/api/assets/${id}`)).body.data.rightsState, rights.get('suno'))
  }
})

test('statuses go through FINAL, and scenes are complete', async () => {
  const pages = await Promise.all(
    [0, 100, 200].map((since) => user.get(`/api/events?limit=100&since=${since}`)),
  )
  const events = pages.flatMap(({ body }) => body.data)
  const completed = events.filter(({ event }: { event: string }) => event === 'scene.completed')
  assert.deepEqual(
    completed.map((one: { data: { sceneId: string } }) => one.data.sceneId),
    ['001', '002'],
  )
  assert.ok(events.some((one: { data: { newStatus?: string } }) => one.data.newStatus === 'FINAL'))
})

test('there is something in the inbox', async () => {
  const { data } = (await user.get(endpoints.listNotices.path)).body
  assert.ok(data.length >= 3 && data.length <= 12, `${data.length}`)
  const kinds = new Set(data.map(({ kind }: { kind: string }) => kind))
  assert.ok(kinds.has('asset.approved'))
})

test('shots are assigned, some of them overdue, and one is done', async () => {
  const { data } = (await user.get('/api/shots/mine')).body
  const days = data.map(({ dueOn }: { dueOn: string }) => dueOn)
  assert.equal(data.length, 5)
  const inDays = (count: number) => {
    const today = new Date()
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() + count)
    return day.toLocaleDateString('sv')
  }
  assert.deepEqual(days, [-6, -1, 0, 3, 12].map(inDays))
  assert.deepEqual(
    data.map(({ approved }: { approved: boolean }) => approved),
    [true, false, false, false, false],
  )
})

test('prompt packages are in use, and one came of a capture', async () => {
  const projects = (await user.get(endpoints.listProjects.path)).body.projects as { id: string }[]
  for (const { id } of projects) {
    const { data } = (await user.get(`/api/projects/${id}/prompt-packages`)).body
    for (const { name, versionCount } of data) assert.ok(versionCount > 0, name)
    assert.notEqual(data.length, 0)
  }
})

test('takes were made of others, three times in a row and more, by changing a few words', () => {
  const byTitle = new Map(takes.map((take) => [take.capture.title, take] as const))
  assert.equal(byTitle.size, takes.length)
  const ancestors = (title: string): number => {
    const from = byTitle.get(title)?.from
    return from ? 1 + ancestors(from) : 0
  }
  assert.ok(takes.filter(({ capture }) => ancestors(capture.title) >= 3).length >= 3)
  const groups = Map.groupBy(
    takes.filter(({ capture }) => capture.compareGroup),
    ({ capture }) => capture.compareGroup as string,
  )
  for (const [group, { length }] of groups) assert.ok(length >= 2 && length <= 4, group)
})

test('what is offered to be tried on is no winner, in a shot whose winner can change', async () => {
  const answer = await user.send('PATCH', endpoints.updateAsset.path, {
    assetId: demo.assetId,
    selected: true,
  })
  assert.deepEqual([answer.status, answer.body.asset.status], [200, 'SELECTED'])
})

test('the film plays for a minute, with sound, trimmed takes, and a slate where nothing is chosen', async () => {
  const { data: entries } = (await user.get(`/api/projects/${demo.projectId}/cut`)).body as {
    data: CutEntry[]
  }
  // Nobody has looked into the files yet: films count as stills.
  const films = entries.filter(({ kind }) => kind === 'film')
  assert.ok(films.length >= 5)
  assert.ok(entries.at(-1)!.start + entries.at(-1)!.duration > 50 * 24)
  assert.ok(entries.filter(({ isTrimmed }) => isTrimmed).length >= 4)
  assert.deepEqual(
    entries.filter(({ kind }) => kind === 'slate').map(({ shotCode }) => shotCode),
    ['007-B'],
  )
  const heard = new Set(entries.flatMap(({ sounds }) => sounds.map(({ assetType }) => assetType)))
  assert.deepEqual([...heard].sort(), ['AUDIO', 'MUSIC', 'VOICE'])
})

test('something in the film was replaced, is new, or was dropped since Monday', async () => {
  const since = new Date(Date.now() - 7 * 24 * 3600_000).toISOString()
  const { data } = (await user.get(`/api/projects/${demo.projectId}/cut/changes?since=${since}`)).body
  const kinds = data.map(({ kind }: { kind: string }) => kind)
  assert.deepEqual([...new Set(kinds)].sort(), ['dropped', 'new', 'replaced'])
  assert.ok(data.length <= 6, `${data.length}`)
})

test('takes are talked about by several people and a guest, on frames, with drawings, and some of it is done', async () => {
  const { data: open } = (await user.get(`/api/projects/${demo.projectId}/notes?limit=100`)).body
  assert.ok(open.length >= 8)
  assert.ok(open.some(({ hasDrawing }: OpenNote) => hasDrawing))
  assert.ok(open.some(({ replies }: OpenNote) => replies > 0))
  assert.ok(open.some(({ range }: OpenNote) => range && range.to > range.from))
  assert.ok(
    open.some(({ range }: OpenNote) => range?.rate.numerator === 1000),
    'one of a sound',
  )
  const authors = new Set(open.map(({ author }: OpenNote) => author?.name))
  assert.ok(authors.size >= 4 && open.some(({ author }: OpenNote) => author?.id === null), 'and a guest')
  const said = await commentsOf('Opening move, slow lateral')
  assert.ok(said.some(({ resolvedAt }) => resolvedAt !== null))
  const drift = await versionOf('Boulevard, drift forward')
  const { data: carried } = (await user.get(`/api/assets/${drift}/comments/carried`)).body
  assert.deepEqual(
    carried.map(({ asset }: OpenNote) => asset.title),
    ['Boulevard, drift, slower'],
    'what is open of the take that it was made from',
  )
})

test('verdicts were given, and an approval is asked for that whoever signs in can give', async () => {
  const { data: verdicts } = (
    await user.get(`/api/assets/${await versionOf('Under the bridge, rain')}/verdicts`)
  ).body
  assert.equal(verdicts[0].verdict, 'changes_needed')
  const { data: rule } = (await user.get(`/api/projects/${demo.projectId}/approvals`)).body
  assert.equal(rule.needed, 1)
  assert.ok(rule.from.some(({ name }: { name: string }) => name === 'Demo'))
})

test('there are playlists, a session that is over with its notes, and a link that opens the film', async () => {
  const { data: lists } = (await user.get(`/api/projects/${demo.projectId}/playlists`)).body
  assert.ok(lists.some(({ name }: { name: string }) => name === 'Monday dailies'))
  const { data: reviews } = (await user.get(`/api/projects/${demo.projectId}/reviews`)).body
  assert.equal(reviews.length, 1)
  assert.ok(reviews[0].endedAt)
  const { data: noted } = (await user.get(`/api/reviews/${reviews[0].id}/notes`)).body
  assert.equal(noted.length, 3)
  const { shows, mayComment } = (await knock(service, demo.linkSecret)).body.data
  assert.deepEqual([shows, mayComment], ['film', true])
})

async function versionOf(title: string): Promise<string> {
  const { data: scenes } = (await user.get(`/api/projects/${demo.projectId}/scenes`)).body
  for (const { id } of scenes) {
    const { data } = (await user.get(`/api/scenes/${id}/assets?limit=100`)).body
    const found = data.find((card: { title: string | null }) => card.title === title)
    if (found) return found.id
  }
  throw new Error(`No take ${title}`)
}

async function commentsOf(title: string): Promise<Comment[]> {
  return (await user.get(`/api/assets/${await versionOf(title)}/comments`)).body.data
}
