import { isRecord } from '@dailies/reading/values.ts'
import { readingAt } from '../recipes/details.ts'
import { idsAt, type JsonObject } from '../recipes/recipe.ts'
import type { Take } from '../take.ts'
import { wordsOf } from './words.ts'

const jobs = /^(?:_?id|uuid|guid|(?:task|job|generation|creation|request|operation|prediction)(?:id|uuid))$/
const own =
  /^(?:_?id|uuid|guid|(?:task|job|generation|creation|asset|image|video|media|clip|song|track|artifact|output|item)(?:id|uuid))$/

/** Ids by which another answer may name the job of these media. */
export function jobsOf(object: JsonObject): string[] {
  return idsNamed(object, jobs)
}

/** Ids that may stand in the address of its media. */
export function idsOf(object: JsonObject): string[] {
  return idsNamed(object, own).filter((id) => /^(?=.*\d)[\w-]{16,}$/.test(id))
}

function idsNamed(object: JsonObject, pattern: RegExp): string[] {
  return (
    Object.keys(object)
      .slice(0, 300)
      .filter((name) => pattern.test(wordsOf(name).join('')) && !name.includes('.'))
      .flatMap((name) => idsAt(object, name))
      // A small number, or a word, names nothing.
      .filter((id) => /\d/.test(id))
  )
}

/** Members that say how a take was made, whoever made it. */
const members: Record<string, string[]> = {
  seed: ['seed'],
  steps: ['steps', 'numinferencesteps', 'inferencesteps'],
  guidanceScale: ['guidancescale', 'cfgscale', 'cfg', 'guidance'],
  durationSeconds: ['durationseconds', 'duration', 'seconds', 'videoduration', 'durationsec'],
  aspectRatio: ['aspectratio', 'ratio'],
  resolution: ['resolution'],
  width: ['width'],
  height: ['height'],
  fps: ['fps', 'framerate'],
  style: ['style', 'stylename'],
}

/** The innermost object that tells something wins; settings may stand in an object of their own. */
export function readingOf(within: readonly JsonObject[], prompt: string | undefined): Take['reading'] {
  const flat: JsonObject = {}
  for (const object of [...within].reverse()) {
    for (const part of [object, ...Object.values(object).slice(0, 100).filter(isRecord)]) {
      for (const [name, value] of Object.entries(part).slice(0, 200)) {
        if (typeof value !== 'object') flat[wordsOf(name).join('')] ??= value
      }
    }
  }
  const [outer] = within
  const reading = readingAt(flat, {
    negativePrompt: ['negativeprompt', 'negative', 'uc'],
    modelName: ['modelname', 'model', 'modelversion', 'modelid', 'engine'],
    title: [],
    costEstimateUsd: ['costusd', 'priceusd', 'costinusd'],
    metadata: members,
  })
  const [id] = outer ? idsOf(outer) : []
  return { ...reading, ...(prompt && { prompt }), ...(id && { externalAssetId: id }) }
}
