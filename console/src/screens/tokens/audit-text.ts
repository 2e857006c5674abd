import type { Permission } from '@dailies/contract/permission.ts'
import type { TokenAction, TokenAuditEntry, TokenRateLimit } from '@dailies/contract/token.ts'
import { permissionLabels } from './permissions.ts'

const deeds: Record<TokenAction, string> = {
  created: 'was made',
  renamed: 'was renamed',
  narrowed: 'may do less since it was changed',
  widened: 'may do more since it was changed',
  rotated: 'was rotated',
  revoked: 'was revoked',
}

export function auditText({ action, details }: TokenAuditEntry): string {
  return action === 'created' && 'predecessor' in details ? 'was made as a successor' : deeds[action]
}

/** `names` are those of the tokens that are known. */
export function byText(by: string, names: Map<string, string>): string {
  const [, id] = by.match(/^token (.+)$/) ?? []
  if (id) return `by the token ${names.get(id) ?? id}`
  return by === 'console' ? 'in the console' : by === 'command line' ? 'on the command line' : `by ${by}`
}

interface Access {
  permissions?: Permission[]
  projectIds?: string[]
  rateLimit?: TokenRateLimit | null
}

/** What changed, as far as the entry says. */
export function changeText({ action, details }: TokenAuditEntry): string | undefined {
  if (action === 'renamed') return `Before: ${String(details.from)}`
  if (action === 'rotated') return overlapText(Number(details.overlapSeconds))
  if (action === 'created' && 'permissions' in details) return accessText(details)
  if (action === 'narrowed' || action === 'widened') {
    return `${accessText(details.from as Access)} → ${accessText(details.to as Access)}`
  }
  return undefined
}

function overlapText(seconds: number): string {
  if (!seconds) return 'The old one ended at once'
  const hours = seconds / 3600
  return `The old one stayed valid for ${hours === 1 ? 'an hour' : `${Number(hours.toFixed(2))} hours`}`
}

function accessText({ permissions = [], projectIds = [], rateLimit }: Access): string {
  const may = permissions.map((one) => permissionLabels[one] ?? one).join(', ')
  const where =
    projectIds.length === 0
      ? 'all projects'
      : projectIds.length === 1
        ? '1 project'
        : `${projectIds.length} projects`
  const often = rateLimit ? `, ${rateLimit.perMinute} a minute and ${rateLimit.perHour} an hour` : ''
  return `${may} in ${where}${often}`
}
