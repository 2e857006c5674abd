import type { Engine } from '../database.ts'

/** A successor counts its requests together with the token that it replaces: under the id of the first of them. */
export function up(engine: Engine): string[] {
  return [`alter table tokens add column counted_as ${engine === 'postgres' ? 'text collate "C"' : 'text'}`]
}
