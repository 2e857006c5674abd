import type { Character } from '@dailies/contract/character.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { naturalOrder } from '../db/natural-order.ts'
import { invalid } from '../error.ts'
import { readCharacter } from './character.ts'
import { findCharacterByName, findLastCharacter, insertCharacter } from './character-queries.ts'
import { mostCharacters } from './limits.ts'
import type { Actor } from './membership.ts'
import { projectToChange } from './project.ts'
import { touchProject } from './project-queries.ts'

interface NewCharacter {
  name: string
  role: string | null
  description: string | null
}

/**
 * Adds a character: behind the others where an order was set, else at the place of its name. Throws `not_found`,
 * `invalid` for a name that is taken or one too many.
 */
export function createCharacter(
  db: Database,
  actor: Actor,
  { projectId, character }: { projectId: string; character: NewCharacter },
): Promise<Character> {
  const { name } = character
  return db.transaction(async (transaction) => {
    await projectToChange(transaction, actor, projectId)
    await requireNewCharacterName(transaction, { projectId, name })
    const last = await transaction.first(findLastCharacter, { projectId })
    if (last && last.count >= mostCharacters) {
      throw invalid({}, [`A project has at most ${mostCharacters} characters: delete one first`])
    }
    const position = last?.position ?? null
    const id = newId()
    await transaction.run(insertCharacter, {
      ...character,
      id,
      projectId,
      nameOrder: naturalOrder(name),
      position: position === null ? null : position + 1,
    })
    transaction.changed({ kind: 'character', projectId })
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
    return readCharacter(transaction, id)
  })
}

/** Throws `invalid` when the project has a character of that name. The project is to be locked. */
export async function requireNewCharacterName(
  transaction: Transaction,
  named: { projectId: string; name: string },
): Promise<void> {
  if (await transaction.first(findCharacterByName, named)) {
    throw invalid({ name: ['There is a character of that name already'] })
  }
}
