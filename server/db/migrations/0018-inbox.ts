import type { Engine } from '../database.ts'

/** What concerns a user, and the mail that tells of it or lets somebody in. (docs/decisions/0033-inbox.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    // No references to what a notice is about: whoever writes one waits for nobody, and it may tell of what is gone.
    `create table notices (
      user_id ${text} not null references users (id) on delete cascade,
      id ${text} not null,
      kind ${text} not null,
      created_at ${text} not null,
      actor_id ${text},
      project_id ${text},
      scene_db_id ${text},
      shot_id ${text},
      asset_version_id ${text},
      webhook_id ${text},
      token_id ${text},
      details ${text} not null,
      in_console integer not null,
      read_at ${text},
      mail_due_at bigint,
      primary key (user_id, id)
    ) ${withoutRowid}`,
    // With all that counting them asks for: SQLite would else look through those that are read, too.
    `create index notices_unread on notices (user_id, id, project_id, in_console, read_at)
      where read_at is null and in_console = 1`,
    'create index notices_to_mail on notices (mail_due_at, user_id) where mail_due_at is not null',
    `create table notice_settings (
      user_id ${text} not null references users (id) on delete cascade,
      kind ${text} not null,
      in_console integer not null,
      mail ${text} not null,
      primary key (user_id, kind)
    ) ${withoutRowid}`,

    `create table mails (
      id ${text} primary key,
      kind ${text} not null,
      user_id ${text} references users (id) on delete cascade,
      invitation_id ${text} references invitations (id) on delete cascade,
      address ${text},
      due_at bigint not null,
      give_up_at bigint not null,
      attempts integer not null,
      leased_by ${text},
      leased_until bigint not null
    )`,
    'create index mails_due on mails (due_at, id)',
    'create unique index mails_of_user on mails (user_id) where user_id is not null',
    'create unique index mails_of_invitation on mails (invitation_id) where invitation_id is not null',
    'create unique index mails_to_address on mails (address) where address is not null',

    `create table mailed_links (
      hash ${text} primary key,
      user_id ${text} references users (id) on delete cascade,
      invitation_id ${text} references invitations (id) on delete cascade,
      expires_at ${text} not null
    )`,
    'create index mailed_links_of_user on mailed_links (user_id) where user_id is not null',
    'create index mailed_links_of_invitation on mailed_links (invitation_id) where invitation_id is not null',
    'create index mailed_links_by_end on mailed_links (expires_at)',

    // Whether its user was told that it is about to end.
    'alter table tokens add column expiry_told integer not null default 0',
    'create index tokens_to_tell on tokens (expires_at) where expiry_told = 0 and revoked_at is null',
  ]
}
