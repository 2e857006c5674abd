import { TagsField } from '@dailies/ui/tags-field.tsx'
import { useList } from '../lists/use-list.ts'

interface FilmTagsFieldProps {
  label: string
  projectId: string | undefined
  tags: string[]
  onChange: (tags: string[]) => void
  errors?: string[] | undefined
}

/** Tags of a take, in the colours of its project, whose coloured ones are offered: to list them counts no takes. */
export function FilmTagsField({ projectId, ...field }: FilmTagsFieldProps) {
  const colored = useList('coloredTags', projectId).items ?? []
  const colors = new Map(colored.flatMap(({ name, color }) => (color ? [[name, color]] : [])))
  return <TagsField {...field} colors={colors} offered={colored} />
}
