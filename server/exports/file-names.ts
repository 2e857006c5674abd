import { mostTemplate, templateFields } from '@dailies/contract/export.ts'
import { DailiesError } from '../error.ts'

/** What a name may say of a take. */
export interface Named {
  project: string
  act: number | null
  scene: string
  shot: string | null
  /** `video`. */
  type: string
  version: number
  title: string | null
  platform: string
  model: string | null
  id: string
  /** What its file ends with, without the dot; empty where nobody knows. */
  ext: string
}

/** Of one part of a path, in bytes of UTF-8: what file systems take, less what a second of one name gets. */
const mostBytes = 240
const mostLevels = 6
/** Of one field, in characters: a title may be much longer than any name. */
const mostOfField = mostBytes

/** Names of devices on Windows, with whatever ending. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/**
 * Reads a template such as `{scene}/{shot}_{type}_v{version}.{ext}`; `{version:3}` has at least three digits. Throws `invalid`, with
 * what is wrong. A field that is not known of a take leaves out what joins it: `{scene}_{shot}_…` of a take without a shot is
 * `012A_…`. A name that does not end with `{ext}` gets it.
 */
export function templateIn(text: string): (take: Named) => string {
  const wrong = (problem: string) => new DailiesError('invalid', `The template ${problem}`)
  if (text.length > mostTemplate) throw wrong(`has more than ${mostTemplate} characters`)
  if (/[{}]/.test(text.replace(/\{[a-z]+(:\d)?\}/g, '')))
    throw wrong('has a brace that opens or closes no field')
  for (const [, name = '', width] of text.matchAll(/\{([a-z]+)(:\d)?\}/g)) {
    if (!(templateFields as readonly string[]).includes(name))
      throw wrong(`knows no {${name}}; there are ${templateFields.map((field) => `{${field}}`).join(', ')}`)
    if (width && name !== 'version' && name !== 'act')
      throw wrong(`has digits of {${name}}, which is no number`)
  }
  const levels = text.split('/')
  if (levels.length > mostLevels) throw wrong(`has more than ${mostLevels} levels of folders`)
  if (levels.some((level) => level.trim() === '' || /^\.+$/.test(level.trim())))
    throw wrong('has a folder without a name')
  if (!/\{(version|id)(:\d)?\}/.test(levels.at(-1)!))
    throw wrong('must have {version} or {id} in the name of the file')
  return (take) => {
    const parts = levels.map((level) => filled(level, take))
    return [...parts.slice(0, -1), ended(parts.at(-1)!, take.ext)].map(safeName).join('/')
  }
}

/** With the ending of what it is, whatever the template says: nothing that somebody captured is to pass for a program or a page. */
function ended(name: string, ext: string): string {
  return ext === '' || name.toLowerCase().endsWith(`.${ext}`) ? name : `${withoutEnd(name)}.${ext}`
}

function filled(level: string, take: Named): string {
  // A field with what joins it to the one before.
  return level
    .replace(/([ _.-]*)\{([a-z]+)(?::(\d))?\}/g, (_, joint: string, name: keyof Named, width?: string) => {
      const value = take[name]
      if (value === null || value === '') return ''
      return (
        joint +
        String(value)
          .slice(0, mostOfField)
          .padStart(Number(width ?? 0), '0')
          .replace(/[/\\]/g, '-')
      )
    })
    .replace(/^[ _-]+/, '')
}

/** What every file system takes as a name: Windows is the strictest. Nor is `#`, `%` or `;` in it: some programs take the path of a file for an address. */
export function safeName(name: string): string {
  const plain = withoutEnd(
    name
      .normalize('NFC')
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
      .replace(/[\u0000-\u001f\u007f-\u009f<>:"/\\|?*#%;\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '-'),
  ).replace(/^ +/, '')
  const free = devices.test(plain) ? `_${plain}` : plain
  return shortened(free || '_')
}

/** Without dots and blanks at its end. By a pattern it would take the square of their number. */
function withoutEnd(name: string): string {
  let end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1
  return name.slice(0, end)
}

/** Keeps the ending. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= mostBytes) return name
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - ending.length)
  const room = mostBytes - Buffer.byteLength(ending)
  let kept = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > room) break
    kept += segment
  }
  // Of a letter under hundreds of marks, or of dots alone, nothing is left.
  return (withoutEnd(kept) || '_') + ending
}

/**
 * Gives each name to one file alone, where case and the way in which letters are composed make no difference, as on macOS and
 * Windows: the second `a.mp4` becomes `a_2.mp4`. In the order in which they come, so that the same ones get the same.
 */
export class FileNames {
  #taken = new Set<string>()
  /** By the name that was asked for, from where on a number may be free: thousands of one name would be looked through each time. */
  #next = new Map<string, number>()

  /** `taken`: names that are something else's. */
  constructor(taken: readonly string[] = []) {
    for (const name of taken) this.#taken.add(sameName(name))
  }

  free(name: string): string {
    const key = sameName(name)
    let count = this.#next.get(key) ?? 2
    let free = name
    for (; this.#taken.has(sameName(free)); count += 1) free = numbered(name, count)
    if (free !== name) this.#next.set(key, count)
    this.#taken.add(sameName(free))
    return free
  }
}

/** The same for names that are one on some file system. */
export const sameName = (name: string): string => name.normalize('NFKC').toLowerCase().toUpperCase()

function numbered(name: string, count: number): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(name) ?? []
  return `${stem}_${count}${ending}`
}
