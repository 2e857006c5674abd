/** Text on the page that the user selected, as for a prompt: more than a word that was double-clicked by chance. */
export function selectedText(): string | undefined {
  const selected = getSelection()?.toString().trim() ?? ''
  return selected.length >= 3 && /\s/.test(selected) ? selected : undefined
}
