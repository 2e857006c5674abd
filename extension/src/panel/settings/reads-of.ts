import { fields, type TaughtRule } from '../../teaching/rule.ts'
import { type TextKey, text } from '../../texts.ts'

const names: Record<(typeof fields)[number], TextKey> = {
  prompt: 'taughtPrompt',
  modelName: 'taughtModelName',
  seed: 'taughtSeed',
}

/** As a list in words. */
export function readsOf(rule: TaughtRule): string {
  const list = new Intl.ListFormat(undefined, { type: 'conjunction' })
  return list.format(fields.filter((field) => rule[field]).map((field) => text(names[field])))
}
