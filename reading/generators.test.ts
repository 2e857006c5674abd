import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { generators, platformOf } from './generators.ts'

test('every generator is in the catalogue', () => {
  const file = new URL('../server/platforms/catalogue.json', import.meta.url)
  const slugs = (JSON.parse(readFileSync(file, 'utf8')) as { slug: string }[]).map(({ slug }) => slug)
  assert.deepEqual(
    generators.map(([, slug]) => slug).filter((slug) => !slugs.includes(slug)),
    [],
  )
})

test('generators are known by the names that they give themselves', () => {
  const names: Record<string, string> = {
    'Adobe_Firefly/1.0 adobe_c2pa/0.7.6': 'adobe-firefly',
    'Adobe Firefly': 'adobe-firefly',
    'ChatGPT c2pa-rs/0.28.4': 'chatgpt',
    Sora: 'sora',
    'Gemini 3 Pro Image': 'gemini',
    RunwayML: 'runway',
    'Luma AI': 'luma',
    'Dream Machine': 'luma',
    'Leonardo.Ai': 'leonardo',
    'FLUX.1 Kontext [pro]': 'flux',
    'Black Forest Labs': 'flux',
    'ElevenLabs Inc.': 'elevenlabs',
    'Suno, Inc.': 'suno',
    'Topaz Photo AI 3.1': 'topaz',
  }
  for (const [name, slug] of Object.entries(names)) assert.equal(platformOf(name), slug, name)
})

test('companies whose models run in many places, and words that only begin alike, are no platform', () => {
  const names = [
    'OpenAI Media Service API',
    'Google C2PA Core Generator Library',
    'Adobe Photoshop 26.0',
    'Azure OpenAI',
  ]
  for (const name of [...names, 'Sorawin', 'Veolia', 'Leonardo', '', undefined])
    assert.equal(platformOf(name), undefined)
})
