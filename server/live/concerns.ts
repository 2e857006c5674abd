import type { Caller } from '../http/route.ts'
import type { Change } from './change.ts'

/** Whether the caller, who is a member of these projects, may hear of a change. docs/live.md */
export function concerns(caller: Caller, projects: ReadonlySet<string>, change: Change): boolean {
  const { kind, projectId, userId } = change
  const { projectIds, permissions } = caller
  const isLimited = projectIds.length > 0
  if (kind === 'presence' && caller.tokenId !== null) return false
  if (userId !== undefined && userId !== caller.userId) return false
  if (projectId !== undefined) {
    return projects.has(projectId) && (!isLimited || projectIds.includes(projectId))
  }
  switch (kind) {
    case 'reset':
    case 'platform':
    case 'memberships':
      return true
    case 'user':
      return caller.tokenId === null && caller.administrator
    case 'token':
      return !isLimited && permissions.includes('tokens')
    case 'webhook':
      return !isLimited && permissions.includes('webhooks')
    default:
      return !isLimited
  }
}
