import type { Character } from '@dailies/contract/character.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { findCharacter, findCharacterOfMember } from './character-queries.ts'
import { type Actor, admitMember } from './membership.ts'
import { holdProject } from './project.ts'

/** A character; whose it is was asked before. */
export async function readCharacter(db: Connection, id: string): Promise<Character> {
  const found = await db.first(findCharacter, { id })
  if (!found) throw notFound('Character')
  return found
}

/** A character to be changed; its project is held until the transaction ends. Throws `not_found`, `forbidden`. */
export async function characterToChange(transaction: Transaction, actor: Actor, id: string) {
  const admission = { actor, need: 'editor', missing: () => notFound('Character') } as const
  const found = await transaction.first(findCharacterOfMember, { id, userId: actor.userId })
  const { projectId } = admitMember(admission, found)
  await holdProject(transaction, admission, projectId)
  transaction.changed({ kind: 'character', projectId })
  return { character: await readCharacter(transaction, id), projectId }
}
