import type { Engine } from '../database.ts'

/**
 * By which blobs that look alike are found: 64 bits, in four parts of which each is looked up by itself. Those of before are seen by and
 * by. (docs/decisions/0069-looks-like-this.md)
 */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const parts = ['a', 'b', 'c', 'd']
  return [
    `create table looks (
      hash ${text} primary key references blobs (hash) on delete cascade,
      ${parts.map((part) => `${part} integer,`).join(' ')}
      work_due_at bigint,
      work_attempts integer not null,
      leased_by ${text}
    )`,
    ...parts.map((part) => `create index looks_by_${part} on looks (${part}) where ${part} is not null`),
    'create index looks_to_take on looks (work_due_at, hash) where work_due_at is not null',
  ]
}
