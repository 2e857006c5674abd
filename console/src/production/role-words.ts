import type { ProjectRole } from '@dailies/contract/member.ts'
import { projectRoles } from '@dailies/contract/project-role.ts'

export const projectRoleLabels: Record<ProjectRole, string> = {
  viewer: 'Viewer',
  reviewer: 'Reviewer',
  editor: 'Editor',
  owner: 'Owner',
}

const hints: Record<ProjectRole, string> = {
  viewer: 'Looks at everything, and changes nothing.',
  reviewer: 'Also gives an opinion.',
  editor: 'Also captures, builds, picks and approves.',
  owner: 'Also decides who is a member, and may delete the film.',
}

/** What can be chosen, from the least on. */
export const projectRoleItems = projectRoles.map((value) => ({
  value,
  label: projectRoleLabels[value],
  hint: hints[value],
}))

/** "a viewer", "an editor". */
export function aRole(role: ProjectRole): string {
  return `${/^[eo]/.test(role) ? 'an' : 'a'} ${role}`
}
