import { everyPermission, type Permission } from '@dailies/contract/permission.ts'
import type { TokenRateLimit } from '@dailies/contract/token.ts'
import { listColumn, ofListColumn } from '../db/json-column.ts'
import { forbidden } from '../error.ts'

/** What a token may. */
export interface Access {
  permissions: readonly Permission[]
  /** Only these; all of the user's when empty. */
  projectIds: readonly string[]
  /** Instead of the limits of the installation. */
  rateLimit: TokenRateLimit | null
}

/** What every token may that was made without a choice. */
export const fullAccess: Access = { permissions: everyPermission, projectIds: [], rateLimit: null }

/** What a row says; nothing said is full access. */
export function accessOf(row: {
  permissions: string | null
  projectIds: string | null
  ratePerMinute: number | null
  ratePerHour: number | null
}): Access {
  const { permissions, projectIds, ratePerMinute, ratePerHour } = row
  return {
    permissions: permissions === null ? fullAccess.permissions : JSON.parse(permissions),
    projectIds: ofListColumn(projectIds),
    rateLimit:
      ratePerMinute === null || ratePerHour === null
        ? null
        : { perMinute: ratePerMinute, perHour: ratePerHour },
  }
}

/** The same as columns. */
export function toColumns({ permissions, projectIds, rateLimit }: Access) {
  return {
    permissions: permissions.length === everyPermission.length ? null : JSON.stringify(permissions),
    projectIds: listColumn(projectIds),
    ratePerMinute: rateLimit?.perMinute ?? null,
    ratePerHour: rateLimit?.perHour ?? null,
  }
}

/** Throws `forbidden` when the permission is missing. docs/interface.md, "Permissions". */
export function requirePermission({ permissions }: Access, permission: Permission): void {
  if (!permissions.includes(permission)) throw forbidden()
}

/** Whether `other` may do nothing that `access` may not. */
export function covers(access: Access, other: Access): boolean {
  return (
    other.permissions.every((permission) => access.permissions.includes(permission)) &&
    coversProjects(access.projectIds, other.projectIds) &&
    coversRate(access.rateLimit, other.rateLimit)
  )
}

function coversProjects(own: readonly string[], others: readonly string[]): boolean {
  if (own.length === 0) return true
  return others.length > 0 && others.every((id) => own.includes(id))
}

function coversRate(own: TokenRateLimit | null, other: TokenRateLimit | null): boolean {
  if (own === null) return true
  return other !== null && other.perMinute <= own.perMinute && other.perHour <= own.perHour
}
