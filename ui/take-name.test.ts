import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assetType } from '@dailies/contract/asset-version.ts'
import { takeName } from './take-name.ts'

const catalogue: { slug: string; name: string; supportedOutput: string[] }[] = JSON.parse(
  readFileSync(new URL('../server/platforms/catalogue.json', import.meta.url), 'utf8'),
)

const named = (platformKey: string, type: string, versionNumber: number, platformLabel = platformKey) =>
  takeName({ platformKey, platformLabel, assetType: assetType.parse(type), versionNumber })

test('a take has a name to say aloud', () => {
  assert.equal(named('midjourney', 'IMAGE', 3, 'Midjourney'), 'MJ v3')
  assert.equal(named('midjourney', 'VIDEO', 1, 'Midjourney'), 'MJ video v1')
  assert.equal(named('veo', 'VIDEO', 12, 'Veo'), 'Veo v12')
  assert.equal(named('suno', 'MUSIC', 1, 'Suno'), 'Suno v1')
})

test('no two takes of a scene have the same name, whatever platforms of the catalogue made them', () => {
  const names = catalogue.flatMap(({ slug, name }) =>
    assetType.options.map((type) => named(slug, type, 1, name)),
  )
  assert.equal(new Set(names).size, names.length)
  assert.ok(
    catalogue.every(
      ({ slug, name, supportedOutput }) => named(slug, supportedOutput[0]!, 1, name).length <= 15,
    ),
  )
})

test('a platform that nobody knows is called by its label, in short', () => {
  assert.equal(named('house', 'IMAGE', 2, 'House'), 'House v2')
  assert.equal(named('farm', 'VIDEO', 2, 'Our Own Render Farm'), 'OORF video v2')
  assert.equal(named('x', 'IMAGE', 1, 'Supercalifragilistic'), 'Supercalifr… v1')
})
