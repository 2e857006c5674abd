import type { Engine } from '../database.ts'

/** Users who are kept out while what they made stays. */
export function up(engine: Engine): string[] {
  return [`alter table users add column disabled_at ${engine === 'postgres' ? 'text collate "C"' : 'text'}`]
}
