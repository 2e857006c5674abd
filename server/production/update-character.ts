import type { Character } from '@dailies/contract/character.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { naturalOrder } from '../db/natural-order.ts'
import { changed } from './changed.ts'
import { characterToChange, readCharacter } from './character.ts'
import { updateCharacterRow } from './character-queries.ts'
import { requireNewCharacterName } from './create-character.ts'
import type { Owner } from './ownership.ts'
import { touchProject } from './project-queries.ts'

interface CharacterUpdate {
  name?: string | undefined
  role?: string | null | undefined
  description?: string | null | undefined
}

/** Changes what is given. Throws `not_found`, `invalid` for a name that is taken. */
export function updateCharacter(
  db: Database,
  owner: Owner,
  { id, update }: { id: string; update: CharacterUpdate },
): Promise<Character> {
  return db.transaction(async (transaction) => {
    const { character: before, projectId } = await characterToChange(transaction, owner, id)
    const after = changed(before, update)
    if (after) {
      const { name } = after
      if (name !== before.name) await requireNewCharacterName(transaction, { projectId, name })
      await transaction.run(updateCharacterRow, { ...after, nameOrder: naturalOrder(name) })
      await transaction.run(touchProject, { id: projectId, now: isoNow() })
    }
    return readCharacter(transaction, id)
  })
}
