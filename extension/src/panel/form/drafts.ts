import { readSetting, writeSetting } from '../../store/database.ts'
import type { Draft } from './draft.ts'

/** One change after the other, for each begins with what the one before left. */
let last: Promise<void> = Promise.resolve()

export async function readDraft(id: string): Promise<Draft | undefined> {
  await last
  return (await readSetting('drafts'))?.[id]
}

/** Keeps what is typed, so that it is there when the panel is opened again. */
export function keepDraft(id: string, draft: Draft): Promise<void> {
  return change((drafts) => ({ ...drafts, [id]: draft }))
}

export function forgetDraft(id: string): Promise<void> {
  return forgetDrafts([id])
}

export function forgetDrafts(ids: readonly string[]): Promise<void> {
  const gone = new Set(ids)
  return change((drafts) => Object.fromEntries(Object.entries(drafts).filter(([id]) => !gone.has(id))))
}

function change(apply: (drafts: Record<string, Draft>) => Record<string, Draft>): Promise<void> {
  last = last.then(async () => writeSetting('drafts', apply((await readSetting('drafts')) ?? {})))
  return last
}
