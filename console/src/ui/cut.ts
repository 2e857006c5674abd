/** The beginning of a text that may be very long. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()}…` : text
}
