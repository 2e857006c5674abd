/** Something to choose from a list. */
export interface Choice {
  id: string
  label: string
  /** Says more about it; may be long. */
  hint?: string | undefined
}

/**
 * The choices that have every word of what is sought, in their order; those whose label begins with it come first, zeros
 * at the front aside: 12 finds scene 012A before 112.
 */
export function filterChoices<C extends Choice>(choices: readonly C[], sought: string): readonly C[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  const first = words[0]
  if (!first) return choices
  const found = choices.filter(({ label, hint = '' }) => {
    const all = `${label} ${hint}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const begins = ({ label }: C) => {
    const start = label.toLowerCase()
    return start.startsWith(first) || start.replace(/^0+/, '').startsWith(first)
  }
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))]
}
