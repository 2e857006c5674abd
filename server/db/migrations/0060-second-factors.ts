import type { Engine } from '../database.ts'

/** A second factor beside the password, passkeys, and what is begun and not finished of signing in. (docs/decisions/0078-second-factor.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const ofUser = `user_id ${text} not null references users (id) on delete cascade`
  return [
    `create table second_factors (
      user_id ${text} primary key references users (id) on delete cascade,
      secret ${text} not null,
      last_step bigint not null,
      created_at ${text} not null
    )`,
    `create table recovery_codes (
      ${ofUser},
      hash ${text} not null,
      primary key (user_id, hash)
    )`,
    `create table passkeys (
      id ${text} primary key,
      ${ofUser},
      name ${text} not null,
      credential_id ${text} not null unique,
      public_key ${text} not null,
      counter bigint not null,
      transports ${text} not null,
      created_at ${text} not null,
      last_used_at ${text}
    )`,
    'create index passkeys_of_user on passkeys (user_id, id)',
    `create table sign_in_steps (
      hash ${text} primary key,
      kind ${text} not null,
      user_id ${text} references users (id) on delete cascade,
      proof ${text} not null,
      expires_at ${text} not null
    )`,
    'create index sign_in_steps_by_end on sign_in_steps (expires_at)',
    'create index sign_in_steps_of_user on sign_in_steps (user_id)',
  ]
}
