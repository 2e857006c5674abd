import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isPrompt } from './generic.ts'

describe('Text at a picture', () => {
  for (const text of [
    'a lighthouse in a storm, 35mm film still',
    'Close-up of an astronaut’s visor reflecting two moons',
    'un phare dans la tempête au crépuscule',
    '暴风雨中的灯塔，电影剧照',
    '嵐の中の灯台の写真',
  ]) {
    test(`can have been a prompt: ${text}`, () => assert.equal(isPrompt(text), true))
  }

  for (const text of [
    '',
    'image',
    'Generated image',
    'Generated image 3 of 4',
    'An AI generated image',
    'Open image in full screen',
    'picture of the user',
    'IMG_20261121_093000.jpg',
    'lighthouse in a storm final cut.png',
    'https://cdn.example/a lighthouse in a storm',
    'data:image/png;base64,AAAA',
    'www.example.com, a lighthouse in a storm',
    'Photo by Anna Meier on a rainy day',
    'Logo of the Harbour Film Company',
    'Screenshot of the settings dialog window',
    '8f14e45f-ceea-467f-a1b2-c3d4e5f60718',
    'f3a9 77c2 0b1e 44d0 99aa',
    'Lighthouse',
    'Play video',
    '12:34 / 56:78',
  ]) {
    test(`is none when it is: ${text || 'nothing'}`, () => assert.equal(isPrompt(text), false))
  }
})
