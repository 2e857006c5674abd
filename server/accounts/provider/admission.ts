import type { Person } from './person.ts'
import type { AdmissionRules as Rules } from './provider-settings.ts'

/** Whether groups decide anything. */
export function goesByGroups({ oidcAdministrators, oidcProjects, oidcGroups }: Rules): boolean {
  return oidcAdministrators.length + oidcProjects.length + oidcGroups.length > 0
}

/** Whether a person is in one of the groups. */
export function isIn({ groups = [] }: Pick<Person, 'groups'>, wanted: readonly string[]): boolean {
  return wanted.some((group) => groups.includes(group))
}

/**
 * Whether somebody may come in at all: with an account or without. By groups and domains, where these are set; a domain counts of
 * an address that is verified.
 */
export function mayComeIn(person: Person, rules: Rules): boolean {
  const { oidcGroups: groups, oidcDomains: domains, oidcAdministrators: administrators } = rules
  if (isIn(person, administrators)) return true
  if (groups.length > 0 && !isIn(person, groups)) return false
  if (domains.length === 0) return true
  return person.isVerified && domains.includes(person.email!.split('@').at(-1)!)
}

/** What somebody is to be in each project that the rules name: null for no member. Of several roles, the one that may most. */
export function rolesOf(person: Person, { oidcProjects }: Rules): Map<string, ByGroup | null> {
  const roles = new Map<string, ByGroup | null>()
  for (const { projectId, role, group } of oidcProjects) {
    const before = roles.get(projectId) ?? null
    const isBetter = isIn(person, [group]) && (before === null || rank.indexOf(role) > rank.indexOf(before))
    roles.set(projectId, isBetter ? role : before)
  }
  return roles
}

type ByGroup = Rules['oidcProjects'][number]['role']

const rank: ByGroup[] = ['viewer', 'reviewer', 'editor']
