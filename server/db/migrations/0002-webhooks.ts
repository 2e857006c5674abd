import type { Engine } from '../database.ts'

/**
 * Times that statements compare and add to (when something is due, how long a lease runs) are milliseconds since
 * 1970; all others are text as everywhere. (docs/decisions/0008-outbox.md)
 */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    // `position` is given when the feed is read: only then is it known what was committed before what.
    `create table events (
      id ${text} not null,
      user_id ${text} not null references users (id) on delete cascade,
      event ${text} not null,
      project_id ${text},
      scene_db_id ${text},
      created_at ${text} not null,
      data ${text} not null,
      position bigint,
      primary key (user_id, id)
    )`,
    // Not written with the event, but when it gets its place.
    'create index events_feed on events (user_id, position) where position is not null',
    'alter table users add column feed_position bigint not null default 0',
    `alter table users add column feed_floor ${text} not null default ''`,

    `create table webhooks (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      url ${text} not null,
      description ${text},
      events ${text} not null,
      project_ids ${text},
      scene_db_ids ${text},
      template ${text},
      batch_events integer not null,
      batch_seconds integer not null,
      active integer not null,
      paused_at ${text},
      paused_reason ${text},
      secret ${text} not null,
      previous_secret ${text},
      previous_secret_until ${text},
      failing_since ${text},
      failed_attempts integer not null,
      recent_attempts ${text} not null,
      resume_at bigint not null,
      leased_by ${text},
      leased_until bigint not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      deleted_at ${text}
    )`,
    'create index webhooks_of_user on webhooks (user_id, id desc)',
    // Those to send to, in the order in which workers take them: what did not fail before the others.
    `create index webhooks_to_send on webhooks ((failing_since is not null), id)
      where active = 1 and deleted_at is null`,

    // Queue, log and outbox in one. No reference to webhooks: a capture must not wait for one that is changed,
    // nor fail for one that goes away at the same moment. What is due has `due_at`, what is settled has none.
    `create table deliveries (
      webhook_id ${text} not null,
      event_id ${text} not null,
      status ${text} not null,
      due_at bigint,
      batch_id ${text},
      attempt_count integer not null,
      retry_count integer not null,
      sending_since ${text},
      response_code integer,
      primary key (webhook_id, event_id)
    ) ${withoutRowid}`,
    'create index deliveries_due on deliveries (webhook_id, due_at, event_id) where due_at is not null',
    "create index deliveries_failed on deliveries (webhook_id, event_id) where status = 'Failed'",

    `create table attempts (
      webhook_id ${text} not null,
      event_id ${text} not null,
      number integer not null,
      started_at ${text} not null,
      duration_ms integer not null,
      outcome ${text} not null,
      response_code integer,
      error ${text},
      answer ${text},
      primary key (webhook_id, event_id, number)
    )`,

    // Whether a shot has an approved version; see `scene.completed`.
    `create index asset_versions_approved on asset_versions (scene_id, shot_id)
      where status in ('APPROVED', 'FINAL')`,
  ]
}
