import type { EventName } from '@dailies/contract/event.ts'

/** What a webhook can hear of, in words. */
export const eventItems: { value: EventName; label: string; hint: string }[] = [
  { value: 'asset.created', label: 'asset.created', hint: 'A take was captured.' },
  {
    value: 'asset.selected',
    label: 'asset.selected',
    hint: 'A take became the winner of its scene or shot.',
  },
  {
    value: 'asset.status_changed',
    label: 'asset.status_changed',
    hint: 'A take was approved, made final, and so on.',
  },
  {
    value: 'scene.completed',
    label: 'scene.completed',
    hint: 'Every required shot of a scene has an approved take.',
  },
  { value: 'shot.assigned', label: 'shot.assigned', hint: 'Somebody was assigned to a shot.' },
  { value: 'asset.commented', label: 'asset.commented', hint: 'Somebody commented on a take, or replied.' },
  {
    value: 'asset.verdict',
    label: 'asset.verdict',
    hint: 'Somebody approved of a take, or asked for changes.',
  },
  { value: 'review.completed', label: 'review.completed', hint: 'A review session came to its end.' },
  { value: 'asset.media_kept', label: 'asset.media_kept', hint: 'The file of a take is here.' },
  {
    value: 'asset.media_lost',
    label: 'asset.media_lost',
    hint: 'The link of a take ended before its file was here.',
  },
]
