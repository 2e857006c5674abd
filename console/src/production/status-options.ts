import type { ProjectStatus } from '@dailies/contract/project.ts'
import { projectStatusLabels } from '@dailies/ui/badges.tsx'
import type { Option } from '@dailies/ui/field.tsx'

/** In the order in which a project goes through them. */
export const projectStatusOptions = Object.entries(projectStatusLabels).map(([value, label]) => ({
  value,
  label,
})) as Option<ProjectStatus>[]
