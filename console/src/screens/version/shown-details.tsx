import type { AssetVersion } from '@dailies/contract/board.ts'
import { rightsLabels } from '@dailies/ui/badges.tsx'
import { TagList } from '../../tags/tag-list.tsx'
import { LongText } from '../../takes/long-text.tsx'
import { FactList } from './fact-list.tsx'

/** What people said of a version, for whoever may not change it. */
export function ShownDetails({ version }: { version: AssetVersion }) {
  const { title, rightsState, shot, tags, notes } = version
  return (
    <FactList
      facts={[
        ['Title', title],
        ['Rights', rightsLabels[rightsState]],
        ['Shot', shot?.shotCode ?? 'No shot'],
        ['Tags', tags.length > 0 && <TagList tags={tags} projectId={version.project.id} />],
        ['Notes', notes && <LongText text={notes} />],
      ]}
    />
  )
}
