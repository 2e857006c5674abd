import type { ProjectOverview } from '@dailies/contract/production.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import type { LinkProps } from '@tanstack/react-router'

/** What the parts of a film are called, by the end of their addresses. */
export const filmParts = {
  '': 'Scenes',
  characters: 'Characters',
  'prompt-packages': 'Prompt packages',
  playlists: 'Playlists',
  tags: 'Tags',
  members: 'Members',
  notes: 'Notes',
  activity: 'Activity',
  changes: 'Changes',
  report: 'Report',
  trash: 'Trash',
  links: 'Links',
  import: 'Import',
}

type FilmPart = keyof typeof filmParts

/** Of those who may build it. */
const building: FilmPart[] = ['links', 'import']

/** Those that one may see, in their order. */
export function partsOf({ id, role }: Pick<ProjectOverview, 'id' | 'role'>) {
  const parts = Object.keys(filmParts) as FilmPart[]
  return parts
    .filter((part) => mayAs(role, 'editor') || !building.includes(part))
    .map((part) => ({
      part,
      label: filmParts[part],
      link: {
        to: part ? `/projects/$projectId/${part}` : '/projects/$projectId',
        params: { projectId: id },
      } as LinkProps,
    }))
}
