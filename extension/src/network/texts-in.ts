/** Lines of one answer that are looked at. */
const mostLines = 2000

/**
 * The JSON in an answer: itself, or that of its lines, as NDJSON, server-sent events (`data: {…}`) and what React's server components are
 * answered in (`1:{…}`, `2:["$",…]`) have it.
 */
export function textsIn(answer: string): string[] {
  const text = answer.trimStart()
  if (/^[[{]/.test(text) && !/^[^\n]*[\]}]\s*\n\s*[[{]/.test(text.slice(0, 20_000))) return [text]
  return text
    .split('\n', mostLines)
    .map((line) => line.replace(/^\s*(?:data:|[\da-f]{1,6}:)?[A-Z]?\s*(?=[[{])/, '').trim())
    .filter((line) => /^[[{].+[\]}]$/s.test(line))
}
