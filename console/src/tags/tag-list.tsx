import { TagName } from '@dailies/ui/tag-name.tsx'
import { useTagColors } from './use-tag-colors.ts'

/** The tags of a take, with the colours of its film. */
export function TagList({ tags, projectId }: { tags: readonly string[]; projectId: string }) {
  const colors = useTagColors(projectId)
  return (
    <ul className="flex flex-wrap gap-x-3">
      {tags.map((tag) => (
        <li key={tag} className="flex min-w-0">
          <TagName name={tag} color={colors.get(tag)} />
        </li>
      ))}
    </ul>
  )
}
