/** What somebody may be in a project, from the least on. docs/teams.md */
export const projectRoles = ['viewer', 'reviewer', 'editor', 'owner'] as const

type Role = (typeof projectRoles)[number]

/** Whether who has the role may do what needs the other. */
export function mayAs(role: Role, need: Role): boolean {
  return projectRoles.indexOf(role) >= projectRoles.indexOf(need)
}
