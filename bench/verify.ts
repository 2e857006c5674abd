import assert from 'node:assert/strict'
import { ingests, type LoadRequest, projects, sceneAssets } from './cells.ts'
import type { Contender } from './contender.ts'
import type { Seed } from './seed.ts'

interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

/** Checks that floor and service do the same work. Throws an `AssertionError` with the first difference. */
export async function verifySameAnswers(floor: Contender, service: Contender, seed: Seed): Promise<void> {
  const reads = [...projects(seed), ...sceneAssets(seed)]
  for (const read of reads) await verifySameRead(floor, service, read)

  const listed = JSON.parse((await ask(service, sceneAssets(seed)[0]!)).text)
  assert.equal(listed.assets.length, 30)
  await verifySameIngest(floor, service, ingests(seed)[0]!)
  await verifySameRefusals(floor, service, seed)
}

async function verifySameRead(floor: Contender, service: Contender, request: LoadRequest): Promise<void> {
  const [byFloor, byService] = [await ask(floor, request), await ask(service, request)]
  assert.deepEqual(byFloor, byService, request.path)
  assert.equal(byService.status, 200, byService.text)
}

async function verifySameIngest(floor: Contender, service: Contender, request: LoadRequest): Promise<void> {
  const [byFloor, byService] = [await ask(floor, request), await ask(service, request)]
  assert.equal(byService.status, 200, byService.text)
  assert.deepEqual(withoutIds(byFloor), withoutIds(byService))
}

/** What differs by nature: the new id and the time. */
function withoutIds({ text, headers, status }: Answer) {
  const { ok, asset } = JSON.parse(text)
  return { status, headers, ok, asset: { ...asset, id: '', createdAt: '' }, keys: Object.keys(asset) }
}

async function verifySameRefusals(floor: Contender, service: Contender, seed: Seed): Promise<void> {
  const [list, add] = [projects(seed)[0]!, ingests(seed)[0]!]
  const wrongToken = { ...list, headers: { authorization: `Bearer ${seed.token.slice(0, -1)}!` } }
  const noPrompt = { ...add, body: JSON.stringify({ ...JSON.parse(add.body!), prompt: '' }) }
  const noScene = { ...add, body: JSON.stringify({ ...JSON.parse(add.body!), sceneId: '999' }) }
  for (const request of [wrongToken, noPrompt, noScene]) {
    const [byFloor, byService] = [await ask(floor, request), await ask(service, request)]
    assert.deepEqual(byFloor, byService)
    assert.notEqual(byService.status, 200)
  }
}

async function ask({ address }: Contender, { path, ...request }: LoadRequest): Promise<Answer> {
  // As the load asks, which takes nothing compressed.
  const headers = { ...request.headers, 'accept-encoding': 'identity' }
  const response = await fetch(address + path, { ...request, headers })
  const answered = Object.fromEntries(response.headers)
  return { status: response.status, headers: { ...answered, date: '' }, text: await response.text() }
}
