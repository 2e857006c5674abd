import type { Character } from '@dailies/contract/character.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { characterToChange } from './character.ts'
import { deleteCharacterRow } from './character-queries.ts'
import type { Actor } from './membership.ts'
import { touchProject } from './project-queries.ts'

/** Deletes a character, and returns it as it was. Throws `not_found`. */
export function deleteCharacter(db: Database, actor: Actor, id: string): Promise<Character> {
  return db.transaction(async (transaction) => {
    const { character, projectId } = await characterToChange(transaction, actor, id)
    await transaction.run(deleteCharacterRow, { id })
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
    return character
  })
}
