import type { AssetStatus, AssetType, RightsState } from '@dailies/contract/asset-version.ts'
import { ofListColumn } from '../db/json-column.ts'
import type { Document } from './document-queries.ts'
import type { Field } from './match.ts'
import { addTerms, termsOf } from './terms.ts'
import { foldedWithSigns } from './words.ts'

/** The index is made anew where it was made by other rules than these. To be raised with every change of what a document has. */
export const format = 4

type Texts = Pick<
  Document,
  | 'title'
  | 'prompt'
  | 'negativePrompt'
  | 'tags'
  | 'notes'
  | 'modelName'
  | 'platformKey'
  | 'platformLabel'
  | 'outputUrl'
  | 'comments'
>

/** The texts of a version that are searched, those that say most about it first. */
export function fieldsOf(document: Texts): Field[] {
  const fields: Field[] = [
    { name: 'title', text: document.title ?? '', weight: 4 },
    { name: 'tags', text: ofListColumn(document.tags).join(', '), weight: 3 },
    { name: 'prompt', text: document.prompt, weight: 2 },
    { name: 'model', text: document.modelName ?? '', weight: 2 },
    { name: 'platform', text: `${document.platformLabel} (${document.platformKey})`, weight: 2 },
    { name: 'notes', text: document.notes ?? '', weight: 1.5 },
    ...ofListColumn(document.comments).map((text) => ({ name: 'comment', text, weight: 1.2 })),
    { name: 'file', text: fileNameOf(document.outputUrl), weight: 1 },
    { name: 'negativePrompt', text: document.negativePrompt ?? '', weight: 0.5 },
  ]
  return fields.filter(({ text }) => text !== '')
}

/** How the file of an address is called, empty where it has no name. */
function fileNameOf(url: string | null): string {
  const path = /^https?:\/\/[^/?#]*\/([^?#]*)/i.exec(url ?? '')?.[1] ?? ''
  const name = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** What the index has of a document: its words, and what it is filtered by. */
export function indexTermsOf(document: Document): Set<string> {
  return withFilters(termsOf(textsOf(document)), document)
}

/** The same for whoever holds others up by it. */
export async function indexTermsInSteps(
  document: Document,
  pause: () => Promise<void> | undefined,
): Promise<Set<string>> {
  const terms = new Set<string>()
  for (const _ of addTerms(terms, textsOf(document))) await pause()
  return withFilters(terms, document)
}

/** A long one may be more than there is room for: it is the last. */
function textsOf(document: Document): string[] {
  const texts = fieldsOf(document).map(({ text }) => text)
  return texts.sort((text, other) => text.length - other.length)
}

function withFilters(terms: Set<string>, document: Document): Set<string> {
  const { projectId, sceneDbId, shotId, assetType, status, rightsState, createdBy, createdAt } = document
  terms.add(term.project(projectId)).add(term.scene(sceneDbId)).add(term.user(createdBy))
  terms.add(term.type(assetType)).add(term.status(status)).add(term.rights(rightsState))
  terms.add(term.month(createdAt.slice(0, 7))).add(term.year(createdAt.slice(0, 4)))
  if (shotId !== null) terms.add(term.shot(shotId))
  if (document.selected === 1) terms.add(term.winner)
  for (const tag of ofListColumn(document.tags)) terms.add(term.tag(tag))
  return terms
}

/**
 * Terms that are no words: none begins with `_`. Of what may be long or anything they have a digest, so whoever looks them up looks at
 * what was found as well.
 */
export const term = {
  project: (id: string) => `_p${digest(id)}`,
  scene: (id: string) => `_c${digest(id)}`,
  shot: (id: string) => `_h${digest(id)}`,
  user: (id: string) => `_u${digest(id)}`,
  tag: (tag: string) => `_g${digest(foldedText(tag))}`,
  type: (type: AssetType) => `_t${type.toLowerCase()}`,
  status: (status: AssetStatus) => `_s${status.toLowerCase()}`,
  rights: (rights: RightsState) => `_r${rights.toLowerCase()}`,
  /** `2026-10` */
  month: (month: string) => `_d${month.replace('-', '')}`,
  /** `2026` */
  year: (year: string) => `_y${year}`,
  winner: '_w',
}

/** A text as filters compare it. Signs stay, for a tag may be of them alone; how much is between words does not matter. */
export function foldedText(text: string): string {
  return foldedWithSigns(text)
    .replace(/\p{Cf}|\ufe0e|\ufe0f/gu, '')
    .normalize('NFC')
    .trim()
    .split(/\s+/)
    .join(' ')
}

/** 52 bits of FNV-1a in 36 signs. http://www.isthe.com/chongo/tech/comp/fnv/ */
function digest(text: string): string {
  let [high, low] = [0xcbf29ce4, 0x84222325]
  for (let index = 0; index < text.length; index += 1) {
    low ^= text.charCodeAt(index)
    // The prime is 2^40 + 0x1b3.
    const product = (low >>> 0) * 0x1b3
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 0x1_0000_0000) + (low << 8)) >>> 0
    low = product >>> 0
  }
  return ((high >>> 12) * 0x1_0000_0000 + (low >>> 0)).toString(36)
}
