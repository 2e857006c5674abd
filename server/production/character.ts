import type { Character } from '@dailies/contract/character.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { findCharacter, findCharacterOfOwner } from './character-queries.ts'
import { type Owner, reaches } from './ownership.ts'
import { lockProjectOfOwner } from './project-queries.ts'

/** A character; whose it is was asked before. */
export async function readCharacter(db: Connection, id: string): Promise<Character> {
  const found = await db.first(findCharacter, { id })
  if (!found) throw notFound('Character')
  return found
}

/** The owner's character; its project is held until the transaction ends. Throws `not_found`. */
export async function characterToChange(transaction: Transaction, owner: Owner, id: string) {
  const { userId } = owner
  const found = await transaction.first(findCharacterOfOwner, { id, userId })
  if (!found || !reaches(owner, found.projectId)) throw notFound('Character')
  const { projectId } = found
  await transaction.first(lockProjectOfOwner, { id: projectId, userId })
  return { character: await readCharacter(transaction, id), projectId }
}
