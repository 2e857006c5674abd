import type { Engine } from '../database.ts'

/**
 * Mails to whoever owns an account of which somebody changed how one signs in to it. Of one user there may be several, beside the one
 * with notices, of which `user_id` holds that there is no other.
 */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    `alter table mails add column account_id ${text} references users (id) on delete cascade`,
    `alter table mails add column sign_in_change ${text}`,
    'create index mails_of_account on mails (account_id) where account_id is not null',
  ]
}
