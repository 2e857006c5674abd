/** What a terminal obeys, takes for the end of a line, or turns the order of letters round by. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Text of others for one line of a terminal. */
export function printable(text: string): string {
  return text.replace(unprintable, '\u{fffd}')
}

/** The same as JSON for people and programs: what is not printable is written as an escape, and so stays what it is. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => line.replace(unprintable, escaped))
    .join('\n')
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
