import type { Role } from '@dailies/contract/account.ts'

export const roleLabels: Record<Role, string> = { administrator: 'Administrator', member: 'Member' }

export const roleItems: { value: Role; label: string; hint: string }[] = [
  { value: 'member', label: 'Member', hint: 'Has productions, tokens and webhooks of their own.' },
  { value: 'administrator', label: 'Administrator', hint: 'Also invites, manages users and the catalogue.' },
]
