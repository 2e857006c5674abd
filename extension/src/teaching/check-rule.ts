import { isRecord } from '@dailies/reading/values.ts'
import { type Company, type Finding, fields, limits, type Mark, type Step, type TaughtRule } from './rule.ts'

/** What is wrong with something that should be a rule; where it stands first, as `prompt.path[3].place`. */
export class RuleProblem extends Error {}

/**
 * Takes anything, as from a file of somebody else or from the script of a page, and returns a rule that holds nothing but what
 * a rule has, within all limits. Throws RuleProblem.
 */
export function checkRule(given: unknown): TaughtRule {
  if (!isRecord(given)) throw new RuleProblem('is not an object')
  const rule: Partial<TaughtRule> = {
    id: textIn(given, 'id', '', 60),
    host: hostIn(given),
    madeAt: dateIn(given, 'madeAt'),
  }
  if (given.matchedAt !== undefined) rule.matchedAt = dateIn(given, 'matchedAt')
  for (const field of fields) {
    if (field === 'prompt' || given[field] !== undefined) rule[field] = findingIn(given[field], field)
  }
  return rule as TaughtRule
}

function hostIn({ host }: Record<string, unknown>): string {
  const isHost =
    typeof host === 'string' &&
    host.length <= 255 &&
    URL.canParse(`https://${host}/`) &&
    // The port of https is left out of an address; in a rule for http it is none to leave out.
    [new URL(`https://${host}/`).host, new URL(`http://${host}/`).host].includes(host)
  if (!isHost) throw new RuleProblem('host: is no host, as studio.example or 127.0.0.1:7860')
  return host
}

function dateIn(given: Record<string, unknown>, name: string): string {
  const text = textIn(given, name, '', 40)
  if (Number.isNaN(Date.parse(text))) throw new RuleProblem(`${name}: is no date, as 2026-11-24T08:00:00Z`)
  return new Date(text).toISOString()
}

function findingIn(given: unknown, at: string): Finding {
  if (!isRecord(given)) throw new RuleProblem(`${at}: is not an object`)
  const climb = listIn(given.climb, `${at}.climb`, limits.levels).map((name, place) =>
    nameIn(name, `${at}.climb[${place}]`),
  )
  if (climb.length === 0) throw new RuleProblem(`${at}.climb: is empty`)
  const finding: Finding = {
    climb,
    path: pathIn(given.path, `${at}.path`, limits.levels),
    company: companyIn(given.company, `${at}.company`),
  }
  if (given.scope !== undefined) finding.scope = markIn(given.scope, `${at}.scope`)
  if (given.mark !== undefined) {
    const path = pathIn(
      (given.mark as Record<string, unknown> | null)?.path,
      `${at}.mark.path`,
      limits.ofMark,
    )
    finding.mark = { ...markIn(given.mark, `${at}.mark`), path }
  }
  if (given.label !== undefined) {
    if (!isRecord(given.label)) throw new RuleProblem(`${at}.label: is not an object`)
    const text = textIn(given.label, 'text', `${at}.label.`, limits.valueLength)
    finding.label = { text, path: pathIn(given.label.path, `${at}.label.path`, limits.ofMark) }
  }
  if (given.after !== undefined) finding.after = textIn(given, 'after', `${at}.`, limits.valueLength)
  return finding
}

function companyIn(given: unknown, at: string): Company {
  if (given === 'alone' || given === 'largest') return given
  if (typeof given === 'number' && Number.isInteger(given) && given >= 2 && given <= limits.shared)
    return given
  throw new RuleProblem(`${at}: is none of alone, largest, and a number from 2 to ${limits.shared}`)
}

function markIn(given: unknown, at: string): Mark {
  if (!isRecord(given)) throw new RuleProblem(`${at}: is not an object`)
  const { attributes = {} } = given
  if (!isRecord(attributes)) throw new RuleProblem(`${at}.attributes: is not an object`)
  const names = Object.keys(attributes)
  if (names.length > limits.attributes) {
    throw new RuleProblem(`${at}.attributes: has more than ${limits.attributes}`)
  }
  const kept = names.map((name) => [
    nameIn(name, `${at}.attributes`),
    textIn(attributes, name, `${at}.attributes.`, limits.valueLength),
  ])
  return { name: nameIn(given.name, `${at}.name`), attributes: Object.fromEntries(kept) }
}

function pathIn(given: unknown, at: string, most: number): Step[] {
  return listIn(given, at, most).map((step, index) => {
    const here = `${at}[${index}]`
    if (!isRecord(step)) throw new RuleProblem(`${here}: is not an object`)
    const { place, of } = step
    if (!isPlace(place) || !isPlace(of) || place > of) {
      throw new RuleProblem(`${here}: place and of are no whole numbers from 1 to ${limits.places}`)
    }
    return { name: nameIn(step.name, `${here}.name`), place, of }
  })
}

function isPlace(given: unknown): given is number {
  return typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= limits.places
}

function listIn(given: unknown, at: string, most: number): unknown[] {
  if (!Array.isArray(given)) throw new RuleProblem(`${at}: is no list`)
  if (given.length > most) throw new RuleProblem(`${at}: has more than ${most}`)
  return given
}

/** Of elements and attributes: nothing that could be taken for more than a name. */
function nameIn(given: unknown, at: string): string {
  if (typeof given === 'string' && given.length <= limits.nameLength && /^[a-z][\w.:-]*$/i.test(given))
    return given
  throw new RuleProblem(`${at}: is no name of at most ${limits.nameLength} characters`)
}

function textIn(given: Record<string, unknown>, name: string, at: string, most: number): string {
  const text = given[name]
  if (typeof text === 'string' && text !== '' && text.length <= most && text.isWellFormed()) return text
  throw new RuleProblem(`${at}${name}: is no text of 1 to ${most} characters`)
}
