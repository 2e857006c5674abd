import type { ProjectTag } from '@dailies/contract/project-tag.ts'
import { writtenFilter } from '@dailies/contract/search-parts.ts'
import { type TagColor, tagColors } from '@dailies/contract/tag.ts'
import { IconButton } from '@dailies/ui/button.tsx'
import { TagDot } from '@dailies/ui/tag-dot.tsx'
import { Link } from '@tanstack/react-router'
import { Ellipsis, Palette, Pencil, Trash2 } from 'lucide-react'
import { counted } from '../../ui/counted.ts'
import { Menu } from '../../ui/menu.tsx'

interface TagRowProps {
  projectId: string
  tag: ProjectTag
  mayWrite: boolean
  /** While others are changed. */
  off: boolean
  isChosen: boolean
  onChoose: () => void
  onColor: (color: TagColor | null) => void
  onRename: () => void
  onRemove: () => void
}

const colorWords = tagColors.map((color) => ({
  color,
  label: color.charAt(0).toUpperCase() + color.slice(1),
  sign: <TagDot color={color} />,
}))

/** A tag of a film: its colour, in how many takes it is, and what can be done with it. */
export function TagRow({ projectId, tag, mayWrite, off, isChosen, onChoose, ...does }: TagRowProps) {
  const { name, color, count } = tag
  const filter = writtenFilter('tag', name)
  // The window opens once the menu has given the focus back.
  const later = (open: () => void) => () => setTimeout(open, 50)
  return (
    <li data-tag={name} className="flex min-h-12 items-center gap-2 border-b border-line py-1 last:border-0">
      {mayWrite && (
        <label className="flex size-8 shrink-0 items-center justify-center pointer-coarse:size-10">
          <input
            type="checkbox"
            aria-label={`Choose ${name}`}
            checked={isChosen}
            disabled={off}
            onChange={onChoose}
            className="size-4 accent-accent"
          />
        </label>
      )}
      <span className="flex w-3 shrink-0 justify-center">
        <TagDot color={color} />
      </span>
      <bdi className="line-clamp-3 min-w-0 flex-1 wrap-anywhere" title={name}>
        {name}
        {color && <span className="sr-only">, {color}</span>}
      </bdi>
      {count > 0 && filter ? (
        <Link
          to="/search"
          search={{ q: `project:${projectId} ${filter}` }}
          aria-label={`Find ${counted(count, 'take')} with ${name}`}
          className="shrink-0 rounded-lg px-2 py-1 text-sm text-muted tabular-nums underline-offset-2 hover:underline pointer-coarse:py-2.5"
        >
          {counted(count, 'take')}
        </Link>
      ) : (
        <span className="shrink-0 px-2 text-sm text-muted tabular-nums">{counted(count, 'take')}</span>
      )}
      {mayWrite && (
        <>
          <Menu
            off={off}
            trigger={<IconButton icon={Palette} size="small" label={`Colour of ${name}`} tip="Colour" />}
            items={[
              ...colorWords.map(({ color: one, ...words }) => ({
                ...words,
                isOn: color === one,
                onSelect: () => does.onColor(one),
              })),
              'line',
              { label: 'None', isOn: color === null, onSelect: () => does.onColor(null) },
            ]}
          />
          <Menu
            off={off}
            trigger={<IconButton icon={Ellipsis} size="small" label={`More for ${name}`} tip="More" />}
            items={[
              { label: 'Rename', icon: Pencil, onSelect: later(does.onRename) },
              'line',
              { label: 'Remove', icon: Trash2, danger: true, onSelect: later(does.onRemove) },
            ]}
          />
        </>
      )}
    </li>
  )
}
