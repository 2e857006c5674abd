import type { Engine } from '../database.ts'

/** The tables that better-auth reads and writes, with our names; and how one becomes a user. */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    'alter table users add column email_verified integer not null default 0',
    `alter table users add column image ${text}`,
    `alter table users add column role ${text} not null default 'member'`,
    `update users set role = 'administrator'
      where id = (select id from users order by created_at, id limit 1)`,

    `create table accounts (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      account_id ${text} not null,
      provider_id ${text} not null,
      password ${text},
      access_token ${text},
      refresh_token ${text},
      id_token ${text},
      access_token_expires_at ${text},
      refresh_token_expires_at ${text},
      scope ${text},
      created_at ${text} not null,
      updated_at ${text} not null,
      unique (provider_id, account_id)
    )`,
    'create index accounts_of_user on accounts (user_id)',
    `insert into accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
      select id, id, id, 'credential', password_hash, created_at, updated_at from users`,
    'alter table users drop column password_hash',

    `create table sessions (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      token ${text} not null unique,
      ip_address ${text},
      user_agent ${text},
      expires_at ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null
    )`,
    'create index sessions_of_user on sessions (user_id, id desc)',

    `create table verifications (
      id ${text} primary key,
      identifier ${text} not null,
      value ${text} not null,
      expires_at ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null
    )`,
    'create index verifications_by_identifier on verifications (identifier)',

    // One row, which is locked by whoever changes who administers the installation.
    `create table installation (
      id ${text} primary key,
      setup_hash ${text},
      setup_expires_at ${text}
    )`,
    "insert into installation (id) values ('this')",

    `create table invitations (
      id ${text} primary key,
      hash ${text} not null unique,
      email ${text},
      role ${text} not null,
      created_by ${text} not null references users (id) on delete cascade,
      created_at ${text} not null,
      expires_at ${text} not null
    )`,
  ]
}
