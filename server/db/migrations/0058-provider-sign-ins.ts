import type { Engine } from '../database.ts'

/** Signing in by an identity provider: what was begun, and the sessions that it answers for. (docs/decisions/0072-single-sign-on.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    `create table provider_attempts (
      hash ${text} primary key,
      browser_hash ${text} not null,
      sealed ${text} not null,
      expires_at ${text} not null
    )`,
    'create index provider_attempts_by_end on provider_attempts (expires_at)',
    `create table provider_sessions (
      session_id ${text} primary key references sessions (id) on delete cascade,
      account_id ${text} not null references accounts (id) on delete cascade,
      refresh_token ${text},
      id_token ${text},
      due_at ${text} not null,
      ends_at ${text} not null
    )`,
    'create index provider_sessions_by_due on provider_sessions (due_at, session_id)',
    'create index provider_sessions_by_end on provider_sessions (ends_at)',
    'create index provider_sessions_of_account on provider_sessions (account_id)',
  ]
}
