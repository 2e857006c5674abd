import type { Character } from '@dailies/contract/character.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { characterToChange } from './character.ts'
import { deleteCharacterRow } from './character-queries.ts'
import type { Owner } from './ownership.ts'
import { touchProject } from './project-queries.ts'

/** Deletes a character, and returns it as it was. Throws `not_found`. */
export function deleteCharacter(db: Database, owner: Owner, id: string): Promise<Character> {
  return db.transaction(async (transaction) => {
    const { character, projectId } = await characterToChange(transaction, owner, id)
    await transaction.run(deleteCharacterRow, { id })
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
    return character
  })
}
