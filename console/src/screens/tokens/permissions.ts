import type { Permission } from '@dailies/contract/permission.ts'

/** What a token may, in words, from the harmless to the mighty. */
export const permissionItems: { value: Permission; label: string; hint: string }[] = [
  { value: 'read', label: 'Read', hint: 'List and look: projects, scenes, takes, preferences, events.' },
  { value: 'capture', label: 'Capture', hint: 'File takes, one or many at once.' },
  {
    value: 'selection',
    label: 'Selection',
    hint: 'Pick winners, set compare groups, change statuses, mark takes for the film.',
  },
  {
    value: 'review',
    label: 'Review',
    hint: 'Comment, draw, give verdicts, mark takes for yourself; playlists and links.',
  },
  { value: 'preferences', label: 'Preferences', hint: 'Change your preferences, and add platforms.' },
  {
    value: 'production',
    label: 'Production',
    hint: 'Build projects, scenes and shots; edit and delete what was captured.',
  },
  { value: 'webhooks', label: 'Webhooks', hint: 'Manage webhooks, see what was sent and send it again.' },
  { value: 'tokens', label: 'Tokens', hint: 'Make and revoke tokens. Only for what manages tokens.' },
]

export const everyPermission = permissionItems.map(({ value }) => value)

export const permissionLabels = Object.fromEntries(
  permissionItems.map(({ value, label }) => [value, label]),
) as Record<Permission, string>

export const presets: { label: string; permissions: Permission[] }[] = [
  { label: 'Browser extension', permissions: ['read', 'capture', 'selection', 'preferences'] },
  { label: 'Capture only', permissions: ['read', 'capture'] },
  { label: 'Read only', permissions: ['read'] },
  { label: 'Everything', permissions: everyPermission },
]

export function isSame(some: readonly Permission[], others: readonly Permission[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one))
}
