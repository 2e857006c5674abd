import { isRecord } from '@dailies/reading/values.ts'
import { text } from '../texts.ts'
import { checkRule, RuleProblem } from './check-rule.ts'
import { limits, type TaughtRule } from './rule.ts'

const format = 'dailies-taught-rules'
const version = 1

/** Bytes of a file: several times what all rules that may be kept need. */
const largestFile = 1024 * 1024

/** As a file to share: without what only this browser knows. */
export function writeRules(rules: readonly TaughtRule[], exportedAt: string): string {
  const shared = rules.map(({ id: _, matchedAt: _matched, ...rule }) => rule)
  return `${JSON.stringify({ format, version, exportedAt, rules: shared }, null, 2)}\n`
}

/** Reads a file that anybody may have written. Throws an Error that says what is wrong with it, and what to do. */
export async function readRules(file: Blob): Promise<TaughtRule[]> {
  if (file.size > largestFile) throw new Error(text('taughtFileLarge'))
  const given = parsed(await file.text())
  if (!isRecord(given) || given.format !== format) throw new Error(text('taughtFileOther'))
  if (given.version !== version) throw new Error(text('taughtFileNewer', String(given.version).slice(0, 20)))
  const { rules } = given
  if (!Array.isArray(rules)) throw new Error(text('taughtFileOther'))
  if (rules.length > limits.rules) throw new Error(text('taughtFileMany', limits.rules))
  return rules.map((rule, place) => {
    try {
      return checkRule(isRecord(rule) ? { ...rule, id: crypto.randomUUID(), matchedAt: undefined } : rule)
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error
      throw new Error(text('taughtFileWrong', place + 1, error.message))
    }
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Whether two rules read the same in the same way. */
export function isSameRule(one: TaughtRule, other: TaughtRule): boolean {
  return content(one) === content(other)
}

function content({ host, prompt, modelName, seed }: TaughtRule): string {
  return JSON.stringify([host, prompt, modelName, seed].map(sorted))
}

/** The order in which a file names members says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)])
}
