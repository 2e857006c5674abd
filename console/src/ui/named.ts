/** How a link looks that is a name within a sentence. */
export const named =
  'font-medium whitespace-nowrap text-ink underline decoration-strong-line underline-offset-2 hover:decoration-current'
