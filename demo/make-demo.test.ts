import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { openStore } from '@dailies/server/media/open-store.ts'
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
  const endings: Record<string, string> = { VIDEO: '.webm', MUSIC: '.wav', VOICE: '.wav' }
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
