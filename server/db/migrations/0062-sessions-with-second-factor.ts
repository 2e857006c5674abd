/**
 * Which sessions took more than a password to begin. Null: not this one, or nobody knows. Those of whoever has an app for codes did, for
 * all others ended when it was set up; of passkeys nobody noted it. (docs/decisions/0082-required-second-factor.md)
 */
export function up(): string[] {
  return [
    'alter table sessions add column second_factor integer',
    `update sessions set second_factor = 1
      where user_id in (select user_id from second_factors)
      or id in (select session_id from provider_sessions)`,
  ]
}
