import type { Engine } from '../database.ts'

/** What films may cost, and how far that was spent when it was looked at last. (docs/decisions/0068-budgets.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const real = engine === 'postgres' ? 'double precision' : 'real'
  return [
    `create table budgets (
      project_id ${text} primary key references projects (id) on delete cascade,
      amount_usd ${real} not null,
      spent_usd ${real} not null,
      told integer not null
    ) ${engine === 'sqlite' ? 'without rowid' : ''}`,
  ]
}
