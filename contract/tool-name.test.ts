import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolName } from './tool-name.ts'

test('a tool is told by its model alone where that says the platform too', () => {
  assert.equal(toolName('Veo', 'Veo 3'), 'Veo 3')
  assert.equal(toolName('FLUX', 'Flux1.1 [pro]'), 'Flux1.1 [pro]')
  assert.equal(toolName('Runway', 'Gen-4'), 'Runway Gen-4')
  assert.equal(toolName('ElevenLabs', 'Eleven v3'), 'ElevenLabs Eleven v3')
  assert.equal(toolName('Suno', null), 'Suno')
})
