import type { Reading } from '@dailies/reading/reading.ts'
import { findText } from './find-text.ts'
import { type Field, type Finding, fields, type TaughtRule } from './rule.ts'
import { seedIn, textOf, withoutBeginning } from './text-of.ts'
import type { Work } from './tree.ts'

/** Elements that are looked at for one picture, at the most: some milliseconds. */
const workOfReading = 25_000

/** What rules read of media, and by which of them; neither where none finds the prompt of these. */
export interface TaughtReading {
  host: string
  rule?: string
  reading?: Reading
}

/** Undefined without rules. The first whose prompt is found is the one. */
export function readTaught(media: Element, rules: readonly TaughtRule[]): TaughtReading | undefined {
  const [first] = rules
  if (!first) return undefined
  const work: Work = { left: workOfReading }
  for (const rule of rules) {
    const { prompt, modelName, seed } = readFields(media, rule, work)
    if (typeof prompt !== 'string') continue
    const reading: Reading = {
      source: { kind: 'taught', host: rule.host },
      prompt,
      ...(typeof modelName === 'string' && { modelName }),
      ...(seed !== undefined && { metadata: { seed } }),
    }
    return { host: rule.host, rule: rule.id, reading }
  }
  return { host: first.host }
}

/** Without a prompt there is nothing: model and seed alone could be those of anything. */
export function readFields(
  media: Element,
  rule: Pick<TaughtRule, Field>,
  work: Work = { left: workOfReading },
): Partial<Record<Field, string | number>> {
  const found: Partial<Record<Field, string | number>> = {}
  for (const field of fields) {
    const finding = rule[field]
    const value = finding && valueAt(media, finding, field, work)
    if (value !== undefined) found[field] = value
    else if (field === 'prompt') return {}
  }
  return found
}

function valueAt(media: Element, finding: Finding, field: Field, work: Work): string | number | undefined {
  const element = findText(media, finding, work)
  return element && valueIn(element, field, work, finding.after)
}

/** What an element says of a field. */
export function valueIn(
  element: Element,
  field: Field,
  work: Work,
  after?: string,
): string | number | undefined {
  const text = withoutBeginning(textOf(element, work), after)
  return field === 'seed' ? seedIn(text) : text || undefined
}
