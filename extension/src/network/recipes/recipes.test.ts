import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { platformsWithPages } from '../../platforms/hosts.ts'
import { readAnswer } from '../read-answer.ts'
import type { Take } from '../take.ts'
import { Takes } from '../takes.ts'
import { recipes } from './recipes.ts'

/** What a site answers, after the shapes that its source documents; written for these tests. */
interface Fixture {
  built: string
  answers: { url: string; request?: object; body?: object; lines?: string[] }[]
  media: { address: string; prompt?: string; reading?: Take['reading'] }[]
  /** Media that the page shows too, and that no prompt is of. */
  others: string[]
}

/** Without a recipe: their pages are read by the general rule. */
const guessed = ['pixverse', 'recraft']

function fixtureOf(platform: string): Fixture {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/${platform}.json`), 'utf8'))
}

function takesOf(platform: string, { answers }: Fixture, withRecipe = true): Takes {
  const takes = new Takes()
  const recipe = withRecipe ? recipes.find((known) => known.platform === platform) : undefined
  for (const { url, request, body, lines } of answers) {
    const text = lines?.join('\n') ?? JSON.stringify(body)
    const answer = { url, request: request ? JSON.stringify(request) : '', text }
    for (const _ of readAnswer(answer, recipe, (take) => takes.add(take)));
  }
  return takes
}

describe('What sites answer to their own pages', () => {
  for (const { platform, checked, source } of recipes) {
    test(`${platform}: the recipe reads the prompt of each of its media, and of no other`, () => {
      const fixture = fixtureOf(platform)
      const takes = takesOf(platform, fixture)
      assert.ok(fixture.media.length > 1)
      for (const { address, prompt, reading } of fixture.media) {
        const found = told(takes, address)
        assert.equal(found?.isGuess, undefined, address)
        if (reading) assert.deepEqual(found?.reading, reading, address)
        else assert.equal(found?.reading.prompt, prompt, address)
      }
      for (const address of fixture.others) assert.equal(told(takes, address), undefined, address)
      assert.ok(platformsWithPages.includes(platform))
      assert.ok(fixture.built <= checked && source.length > 10)
    })

    test(`${platform}: without its recipe no prompt of another take is found`, () => {
      const fixture = fixtureOf(platform)
      const takes = takesOf(platform, fixture, false)
      for (const { address, prompt, reading } of fixture.media) {
        const found = told(takes, address)?.reading.prompt
        assert.ok(found === undefined || isOf(found, prompt ?? reading?.prompt), `${address}: ${found}`)
      }
      for (const address of fixture.others) {
        assert.equal(told(takes, address)?.reading.prompt, undefined, address)
      }
    })
  }

  for (const platform of guessed) {
    test(`${platform}: the general rule finds it, and says that it is a guess`, () => {
      const fixture = fixtureOf(platform)
      const takes = takesOf(platform, fixture)
      for (const { address, prompt } of fixture.media) {
        const found = told(takes, address)
        assert.deepEqual([found?.reading.prompt, found?.isGuess], [prompt, true], address)
      }
      for (const address of fixture.others) assert.equal(told(takes, address), undefined, address)
    })
  }
})

function told(takes: Takes, address: string) {
  const found = takes.find([address])
  return found === 'doubt' ? undefined : found
}

/** What the artist wrote, or what the platform made of it. */
function isOf(found: string, prompt = ''): boolean {
  const made = [prompt, `made longer: ${prompt}`, 'sea shanty, slow', '[Verse]\nThe lamp is lit']
  return made.includes(found) || found.startsWith(`${prompt} --`)
}
