import type { RightsState } from '@dailies/contract/asset-version.ts'
import type { SheetEntry, SheetSums, SheetTake } from '@dailies/contract/provenance.ts'
import { toolName } from '@dailies/contract/tool-name.ts'
import { by } from '../order.ts'
import type { SheetParentRow } from './queries.ts'

/** Tools and people that are told of. */
const mostTold = 1000

/** Adds up a sheet while it is written. A take plays in one place of the film. */
export class SumsOfSheet {
  readonly #rights = new Map<RightsState, number>()
  readonly #tools = new Map<string, SheetSums['tools'][number]>()
  /** Names of what made those that takes were made from. */
  readonly #before = new Set<string>()
  readonly #people = new Map<string, SheetSums['people'][number]>()
  #takes = 0
  #places = 0
  #slates = 0
  #frames = 0
  #notSafe = 0
  #withoutCost = 0
  #cost = 0n

  add(entries: readonly SheetEntry[]): void {
    for (const { kind, duration, takes } of entries) {
      this.#places += 1
      this.#frames += duration
      if (kind === 'slate') this.#slates += 1
      for (const take of takes) this.#addTake(take)
    }
  }

  /** What a take was made from, which is not seen or heard itself. */
  addParents(parents: readonly SheetParentRow[]): void {
    for (const { platformLabel, modelName } of parents)
      if (this.#before.size < mostTold) this.#before.add(nameOf(platformLabel, modelName))
  }

  #addTake(take: SheetTake): void {
    this.#takes += 1
    const { rightsState, costEstimateUsd: cost, capturedBy } = take
    if (!take.isSafe) this.#notSafe += 1
    if (cost === null) this.#withoutCost += 1
    this.#cost += inUnits(cost)
    this.#rights.set(rightsState, (this.#rights.get(rightsState) ?? 0) + 1)
    this.#addTool(take)
    const person = this.#people.get(capturedBy.id)
    if (person) person.takes += 1
    else if (this.#people.size < mostTold) this.#people.set(capturedBy.id, { ...capturedBy, takes: 1 })
  }

  #addTool({ platformKey, platformLabel, modelName, costEstimateUsd }: SheetTake): void {
    const key = JSON.stringify([platformKey, platformLabel, modelName])
    const tool = this.#tools.get(key)
    const costUsd = ofUnits(inUnits(tool?.costUsd ?? 0) + inUnits(costEstimateUsd))
    if (tool) Object.assign(tool, { takes: tool.takes + 1, costUsd })
    else if (this.#tools.size < mostTold)
      this.#tools.set(key, { platformKey, platformLabel, modelName, takes: 1, costUsd })
  }

  /** Asked for when the last entry was added. */
  toJSON(): SheetSums {
    const rights = [...this.#rights].map(([rightsState, takes]) => ({ rightsState, takes }))
    const tools = [...this.#tools.values()]
    return {
      ...{ places: this.#places, slates: this.#slates, frames: this.#frames },
      ...{ takes: this.#takes, notSafe: this.#notSafe, withoutCost: this.#withoutCost },
      costUsd: ofUnits(this.#cost),
      rights: rights.sort(by(({ rightsState }) => rightsState)),
      tools: tools.sort(
        by(
          ({ platformKey }) => platformKey,
          ({ platformLabel }) => platformLabel,
          ({ modelName }) => modelName ?? '',
        ),
      ),
      people: [...this.#people.values()].sort(by(({ id }) => id)),
      disclosure: disclosureOf(tools, { before: this.#before, takes: this.#takes, notSafe: this.#notSafe }),
    }
  }
}

/** In millionths, so that a sum does not depend on the order in which it was added up; so much at most for each. */
function inUnits(usd: number | null): bigint {
  return BigInt(Math.round(Math.min(usd ?? 0, 1e9) * 1e6))
}

function ofUnits(units: bigint): number {
  return Number(units) / 1e6
}

/** The lines that distributors ask for, of takes and the tools that made them, and what they were made from (`before`). */
function disclosureOf(
  tools: SheetSums['tools'],
  { before, takes, notSafe }: { before: ReadonlySet<string>; takes: number; notSafe: number },
) {
  if (takes === 0) return ['Nothing is selected yet: there is nothing to disclose.']
  const own = tools.map(({ platformLabel, modelName }) => nameOf(platformLabel, modelName))
  const names = [...new Set([...own, ...before])]
  return [
    'This film contains pictures and sounds that were generated with artificial intelligence.',
    `Generated with: ${names.sort().join('; ')}.`,
    'Digital source type: trainedAlgorithmicMedia (IPTC).',
    notSafe === 0
      ? 'For every take that is seen or heard commercial use is on record as allowed.'
      : `For ${notSafe} of ${takes} takes commercial use is not on record as allowed.`,
  ]
}

function nameOf(platform: string, model: string | null): string {
  return model === null ? `${platform} (model not recorded)` : toolName(platform, model)
}
