import type { AssetVersion } from '@dailies/contract/board.ts'
import { rightsLabels } from '@dailies/ui/badges.tsx'
import { TagDot } from '@dailies/ui/tag-dot.tsx'
import { useTagColors } from '../../tags/use-tag-colors.ts'
import { LongText } from '../../takes/long-text.tsx'
import { FactList } from './fact-list.tsx'

/** What people said of a version, for whoever may not change it. */
export function ShownDetails({ version }: { version: AssetVersion }) {
  const { title, rightsState, shot, tags, notes } = version
  const colors = useTagColors(version.project.id)
  return (
    <FactList
      facts={[
        ['Title', title],
        ['Rights', rightsLabels[rightsState]],
        ['Shot', shot?.shotCode ?? 'No shot'],
        ['Tags', tags.length > 0 && <Tags tags={tags} colors={colors} />],
        ['Notes', notes && <LongText text={notes} />],
      ]}
    />
  )
}

function Tags({ tags, colors }: { tags: readonly string[]; colors: ReturnType<typeof useTagColors> }) {
  return (
    <ul className="flex flex-wrap gap-x-3">
      {tags.map((tag) => (
        <li key={tag} className="flex min-w-0 items-center gap-1.5">
          <TagDot color={colors.get(tag)} />
          <span className="min-w-0 wrap-anywhere">{tag}</span>
        </li>
      ))}
    </ul>
  )
}
