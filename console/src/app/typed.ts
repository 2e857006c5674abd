/** Fields that somebody typed into since the page was loaded. */
const typedInto = new Set<HTMLInputElement | HTMLTextAreaElement>()

/** Notices what is typed, anywhere. */
export function keepTrackOfTyping(): void {
  document.addEventListener(
    'input',
    ({ target }) => {
      const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
      if (isText && !['checkbox', 'radio', 'search'].includes(target.type)) typedInto.add(target)
    },
    { capture: true },
  )
}

/** Whether something that was typed still stands in a form. */
export function isSomethingTyped(): boolean {
  for (const field of typedInto) if (!field.isConnected || field.value === '') typedInto.delete(field)
  return typedInto.size > 0
}
