import { type CutSettings, defaultCutSettings } from '@dailies/contract/cut.ts'
import type { Database } from '../db/database.ts'
import { given } from '../given.ts'
import { admitEdit } from '../production/admit-edit.ts'
import type { Actor } from '../production/membership.ts'
import { projectToChange } from '../production/project.ts'
import { findCutSettings, putCutSettings } from './queries.ts'

interface Row {
  numerator: number | null
  denominator: number | null
  stillFrames: number | null
  slateFrames: number | null
}

/** What a row says; nothing is said where there is none. */
export function settingsOf(row: Row | undefined): CutSettings {
  if (!row?.numerator || !row.denominator || !row.stillFrames || !row.slateFrames) return defaultCutSettings
  const { numerator, denominator, stillFrames, slateFrames } = row
  return { rate: { numerator, denominator }, stillFrames, slateFrames }
}

type Update = { [Field in keyof CutSettings]?: CutSettings[Field] | undefined }

/** Changes what is given. Throws `not_found` for the project, `clash` for what is other than it `was`. */
export function updateCutSettings(
  db: Database,
  actor: Actor,
  { projectId, update, was }: { projectId: string; update: Update; was?: Update | undefined },
): Promise<CutSettings> {
  return db.transaction(async (transaction) => {
    await projectToChange(transaction, actor, projectId)
    const now = settingsOf(await transaction.first(findCutSettings, { projectId }))
    const ofId = `cut ${projectId}`
    await admitEdit(transaction, { projectId, ofId, userId: actor.userId, now, update, was })
    const after = { ...now, ...given(update) }
    const { rate, stillFrames, slateFrames } = after
    await transaction.run(putCutSettings, { projectId, ...rate, stillFrames, slateFrames })
    return after
  })
}
