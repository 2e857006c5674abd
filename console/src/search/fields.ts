import type { AssetStatus, AssetType } from '@dailies/contract/asset-version.ts'

export interface Choice {
  /** As it is written in a search. */
  value: string
  label: string
}

export type FieldName = keyof typeof fields

interface SearchField {
  /** What it narrows by, in a few words. */
  hint: string
  /** All that it can be, where that is a few words. */
  choices?: readonly Choice[]
  /** Its value is a day, a month or a year; or an amount. */
  kind?: 'date' | 'amount'
}

/** The contract has them in schemas, which screens are built without. */
const types: AssetType[] = ['IMAGE', 'VIDEO', 'AUDIO', 'MUSIC', 'VOICE', 'NARRATION', 'STORYBOARD', 'OTHER']
const statuses: AssetStatus[] = ['DRAFT', 'GENERATED', 'SELECTED', 'APPROVED', 'FINAL']

/** The filters of a search, as the service reads them. docs/search.md */
export const fields = {
  project: { hint: 'in a film of that name' },
  scene: { hint: 'in scenes of that number' },
  shot: { hint: 'in shots of that code' },
  type: { hint: 'image, video, music …', choices: choicesOf(types) },
  platform: { hint: 'made on it' },
  model: { hint: 'made by it' },
  status: { hint: 'draft, selected, approved …', choices: choicesOf(statuses) },
  rights: {
    hint: 'unknown, commercial …',
    choices: [
      { value: 'unknown', label: 'Unknown' },
      { value: 'non-commercial', label: 'Non-commercial' },
      { value: 'commercial-allowed', label: 'Commercial' },
      { value: 'restricted', label: 'Restricted' },
    ],
  },
  tag: { hint: 'has that tag' },
  by: { hint: 'captured by; me, or a name' },
  before: { hint: 'captured before a day, month or year', kind: 'date' },
  after: { hint: 'captured on it or after', kind: 'date' },
  on: { hint: 'captured on that day, in that month or year', kind: 'date' },
  cost: { hint: 'US dollars: 0.5, >0.5, <2, 0.5..2', kind: 'amount' },
  length: { hint: 'seconds: 5s, >5s, <2m, 5..10s', kind: 'amount' },
  size: { hint: 'the shorter side: 1080p, >720p, <4k', kind: 'amount' },
  is: {
    hint: 'winner, kept, at risk or lost',
    choices: [
      { value: 'winner', label: 'Winner of its place' },
      { value: 'kept', label: 'Its media are kept' },
      { value: 'at-risk', label: 'Its media are only a link' },
      { value: 'lost', label: 'Its media are lost' },
    ],
  },
  has: {
    hint: 'open notes, or media',
    choices: [
      { value: 'notes', label: 'Open notes' },
      { value: 'media', label: 'Media' },
    ],
  },
} as const satisfies Record<string, SearchField>

export function fieldOf(name: string | undefined): SearchField | undefined {
  return name !== undefined && isFieldName(name) ? fields[name] : undefined
}

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(fields, name)
}

function choicesOf(values: string[]): Choice[] {
  return values.map((value) => {
    const written = asWritten(value)
    return { value: written, label: written[0]!.toUpperCase() + written.slice(1) }
  })
}

/** `COMMERCIAL_ALLOWED` as people write it. */
export function asWritten(value: string): string {
  return value.toLowerCase().replaceAll('_', '-')
}
