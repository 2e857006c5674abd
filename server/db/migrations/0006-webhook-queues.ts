import type { Engine } from '../database.ts'

/** What waits alone and what is sent again together are looked for apart: neither hides the other. */
export function up(_engine: Engine): string[] {
  return [
    'drop index deliveries_due',
    `create index deliveries_alone on deliveries (webhook_id, due_at, event_id)
      where due_at is not null and batch_id is null`,
    `create index deliveries_batched on deliveries (webhook_id, due_at, event_id)
      where due_at is not null and batch_id is not null`,

    // What has no place in the feed yet is all that whoever gives places has to look at, however old it is.
    'create index events_without_position on events (user_id, id) where position is null',
    'alter table users drop column feed_floor',
  ]
}
