import { readFile } from 'node:fs/promises'

/** Of JSON that is read to make sure of it, in bytes. What is longer is plain text. */
const longestJson = 1024 * 1024

/** What may stand before the first element: a mark, spaces, a declaration, comments, and a type of document. */
const prologue = /^\ufeff?(\s|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype\s[^[>]*(\[[^\]]*\]\s*)?>)*/i
const elementsOfHtml =
  /^<(html|head|body|script|style|iframe|title|meta|link|base|object|embed|form|img|a|div|span|p|h1|table|br)\b/i

/**
 * The type of a text by how it begins; undefined where the beginning is no text in UTF-8. Whatever a browser might take for a page
 * is `text/html`, so that whoever serves it knows; drawings in SVG and XML may hold scripts, too.
 */
export async function textType(path: string, beginning: Buffer, bytes: number): Promise<string | undefined> {
  const text = decoded(beginning, bytes > beginning.length)
  if (text === undefined) return undefined
  if (/<!doctype\s+html/i.test(text)) return 'text/html'
  const start = text.slice(prologue.exec(text)?.[0].length)
  if (/^<svg[\s>/]/.test(start)) return 'image/svg+xml'
  if (/^\s*\ufeff?<\?xml\s/.test(text)) return /^<html\b/i.test(start) ? 'text/html' : 'application/xml'
  if (elementsOfHtml.test(start)) return 'text/html'
  if (/^[[{]/.test(start) && (await isJson(path, bytes))) return 'application/json'
  return 'text/plain'
}

function decoded(beginning: Buffer, isCut: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(beginning, {
      stream: isCut,
    })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that no text has
    return /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

async function isJson(path: string, bytes: number): Promise<boolean> {
  if (bytes > longestJson) return false
  try {
    JSON.parse(await readFile(path, 'utf8'))
    return true
  } catch {
    return false
  }
}
