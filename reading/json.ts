/** A capture is at most 64 levels deep; what is read stands a few levels down in it. */
const deepest = 56

/** Characters. ComfyUI's largest workflows have two or three millions. */
const longest = 4_000_000

/**
 * Parses JSON as Python writes it too: NaN and the infinities become null. Whole numbers with more digits than a double
 * holds (seeds often have 64 bits) become text. Undefined when it is no JSON, too long or too deep.
 */
export function parseJson(text: string): unknown {
  if (text.length > longest) return undefined
  const plain = plainJson(text)
  if (plain === undefined) return undefined
  try {
    return JSON.parse(plain)
  } catch {
    return undefined
  }
}

/** Looks at what is outside of strings, once and from left to right. Undefined when it nests too deep. */
function plainJson(text: string): string | undefined {
  const parts: string[] = []
  let kept = 0
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at)
    const end = quote === -1 ? text.length : quote
    depth = depthAfter(text, at, end, depth)
    if (depth > deepest) return undefined
    const between = text.slice(at, end)
    const plain = plainTokens(between)
    if (plain !== between) {
      parts.push(text.slice(kept, at), plain)
      kept = end
    }
    at = quote === -1 ? text.length : endOfString(text, quote)
  }
  return kept === 0 ? text : parts.join('') + text.slice(kept)
}

/** The greatest depth once it is too great, else the depth at the end. */
function depthAfter(text: string, from: number, to: number, depth: number): number {
  for (let at = from; at < to; at += 1) {
    const character = text[at]
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > deepest) break
  }
  return depth
}

function plainTokens(between: string): string {
  if (between.length < 3 || !/N|I|\d{16}/.test(between)) return between
  return between
    .replace(/-?Infinity|NaN/g, 'null')
    .replace(/(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g, (digits) =>
      Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`,
    )
}

/** The place behind the quote that ends the string which begins at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
  }
  return text.length
}
