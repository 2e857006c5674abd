/** Text of others for a terminal, which would obey its control characters. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\u{fffd}')
}
