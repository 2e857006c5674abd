import type { Audience } from '@dailies/contract/comment.ts'

export const audienceOptions: { value: Audience; label: string }[] = [
  { value: 'team', label: 'The team sees it' },
  { value: 'everybody', label: 'Guests see it, too' },
]
