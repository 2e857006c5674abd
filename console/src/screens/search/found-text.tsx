import type { FoundText } from '@dailies/contract/search.ts'
import { TagName } from '@dailies/ui/tag-name.tsx'
import { Fragment } from 'react'
import { useTagColors } from '../../tags/use-tag-colors.ts'
import { tagsIn } from './tags-in.ts'

const names: Record<FoundText['field'], string> = {
  title: 'Title',
  tags: 'Tags',
  prompt: 'Prompt',
  model: 'Model',
  platform: 'Platform',
  notes: 'Notes',
  comment: 'Comment',
  file: 'File',
  negativePrompt: 'Negative prompt',
}

/** A piece of a text, with where it is from and what was found in it. */
export function FoundPiece({ piece, projectId }: { piece: FoundText; projectId: string }) {
  return (
    <p className="line-clamp-3 text-sm leading-snug wrap-anywhere">
      <span className="font-medium text-muted">
        <span className="sr-only">Found in: </span>
        {names[piece.field]}{' '}
      </span>
      {piece.field === 'tags' ? <Tags piece={piece} projectId={projectId} /> : <Marked {...piece} />}
    </p>
  )
}

/** With the colours of their film. */
function Tags({ piece, projectId }: { piece: FoundText; projectId: string }) {
  const colors = useTagColors(projectId)
  return tagsIn(piece, colors.keys()).map((tag, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: of a tag with a comma in it and no colour, a part may be another tag
    <Fragment key={place}>
      {place > 0 && ', '}
      <TagName name={tag.text} color={colors.get(tag.text)} inText>
        <Marked {...tag} />
      </TagName>
    </Fragment>
  ))
}

/** A text in which what was found is marked. */
export function Marked({ text, marks }: Pick<FoundText, 'text' | 'marks'>) {
  return (
    <span dir="auto">
      {marks.map(([from, to], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have their order alone
        <span key={index}>
          {text.slice(marks[index - 1]?.[1] ?? 0, from)}
          <mark className="rounded-xs bg-accent-soft font-semibold text-ink underline decoration-accent decoration-2 underline-offset-2">
            {text.slice(from, to)}
          </mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  )
}

/** What was found, in words: "in the prompt: lamp, rain". */
export function foundInWords(found: readonly FoundText[]): string {
  return found
    .map(({ field, text, marks }) => {
      const words = new Set(marks.map(([from, to]) => text.slice(from, to).toLowerCase()))
      return `${names[field].toLowerCase()}: ${[...words].slice(0, 5).join(', ')}`
    })
    .join('; ')
}
