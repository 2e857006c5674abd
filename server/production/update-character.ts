import type { Character } from '@dailies/contract/character.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { naturalOrder } from '../db/natural-order.ts'
import { admitEdit } from './admit-edit.ts'
import { changed } from './changed.ts'
import { characterToChange, readCharacter } from './character.ts'
import { updateCharacterRow } from './character-queries.ts'
import { requireNewCharacterName } from './create-character.ts'
import type { Actor } from './membership.ts'
import { touchProject } from './project-queries.ts'

interface CharacterUpdate {
  name?: string | undefined
  role?: string | null | undefined
  description?: string | null | undefined
}

/** Changes what is given. Throws `not_found`, `invalid` for a name that is taken, `clash` for what is other than it `was`. */
export function updateCharacter(
  db: Database,
  actor: Actor,
  { id, update, was }: { id: string; update: CharacterUpdate; was?: CharacterUpdate | undefined },
): Promise<Character> {
  return db.transaction(async (transaction) => {
    const { character: before, projectId } = await characterToChange(transaction, actor, id)
    await admitEdit(transaction, { projectId, ofId: id, userId: actor.userId, now: before, update, was })
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
