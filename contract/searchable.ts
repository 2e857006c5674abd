/** As text is looked for and sorted: without case and accents. */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
}
