import type { ProjectTag } from '@dailies/contract/project-tag.ts'
import type { TagColor } from '@dailies/contract/tag.ts'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Combine, Pencil, Search, SearchX, Tag, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { outdate, pages } from '../../api/queries.ts'
import { useCommands } from '../../palette/commands.ts'
import { useMay } from '../../production/role.tsx'
import { useTagColors } from '../../tags/use-tag-colors.ts'
import { counted } from '../../ui/counted.ts'
import { errorText } from '../../ui/error-text.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { Failed } from '../../ui/states.tsx'
import { useKeyboardStays } from '../../ui/use-keyboard-stays.ts'
import { RemoveTags } from './remove-tags.tsx'
import { RenameTags } from './rename-tags.tsx'
import { TagRow } from './tag-row.tsx'
import { useChangeTags } from './use-change-tags.ts'

const route = getRouteApi('/signed-in/projects/$projectId/tags')

const orders = [
  { value: 'name', label: 'By name' },
  { value: 'count', label: 'Most used first' },
] as const

/** The tags of a film: found by a part of their name, renamed, merged, coloured and removed. */
export function Tags() {
  const { projectId } = route.useParams()
  const { q = '', sort: given } = route.useSearch()
  const sort = given === 'count' ? 'count' : 'name'
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const mayWrite = useMay('editor')
  const colors = useTagColors(projectId)
  const { change, progress } = useChangeTags(projectId, colors)
  const [chosen, setChosen] = useState<readonly ProjectTag[]>([])
  const [asked, setAsked] = useState<{ to: 'rename' | 'remove'; tags: readonly ProjectTag[] }>()
  const look = (search: { q?: string | undefined; sort?: string | undefined }) =>
    void navigate({
      from: '/projects/$projectId/tags',
      search: (before) => ({ ...before, ...search }),
      replace: true,
      resetScroll: false,
    })
  const list = useInfiniteQuery({
    ...pages('listTags', { params: { id: projectId }, query: { q, sort, limit: 100 } }),
    placeholderData: keepPreviousData,
  })
  const box = useSearchText(q, (q) => look({ q: q || undefined }))
  const found = list.data?.pages.flatMap(({ data }) => data) ?? []
  const part = useRef<HTMLDivElement>(null)
  const keyboard = useKeyboardStays(part, {
    ids: found.map(({ name }) => name),
    instead: () => part.current?.querySelector('input'),
  })

  const color = async ({ name, color: before }: ProjectTag, next: TagColor | null) => {
    const set = async (color: TagColor | null) => {
      try {
        await call('setTagColor', { params: { id: projectId }, body: { name, color } })
      } catch (error) {
        notify(errorText(error), { failed: true })
        return false
      } finally {
        void outdate(queryClient, 'listTags', 'listTagColors')
      }
      return true
    }
    if (next === before || !(await set(next))) return
    const action = { label: 'Undo', onClick: () => void set(before) }
    notify(next ? `“${name}” is ${next} now` : `“${name}” has no colour now`, { action })
  }
  const start = (from: string[], to: string | null) => {
    setChosen([])
    keyboard.press(from[0]!, to)
    void change({ from, to })
  }
  const isChosen = ({ name }: ProjectTag) => chosen.some((one) => one.name === name)
  const choose = (tag: ProjectTag) =>
    setChosen(isChosen(tag) ? chosen.filter(({ name }) => name !== tag.name) : [...chosen, tag])
  const isAtWork = progress !== undefined
  const merge = () => setAsked({ to: 'rename', tags: chosen })
  const remove = () => setAsked({ to: 'remove', tags: chosen })
  useCommands(() =>
    mayWrite && !isAtWork
      ? [
          ...(chosen.length > 1 ? [{ name: 'Merge the chosen tags', icon: Combine, run: merge }] : []),
          ...(chosen.length > 0 ? [{ name: 'Remove the chosen tags', icon: Trash2, run: remove }] : []),
          ...found.flatMap((tag) => [
            {
              name: `Rename “${tag.name}”`,
              of: 'Tags',
              icon: Pencil,
              run: () => setAsked({ to: 'rename', tags: [tag] }),
            },
            {
              name: `Remove “${tag.name}”`,
              of: 'Tags',
              icon: Trash2,
              run: () => setAsked({ to: 'remove', tags: [tag] }),
            },
          ]),
        ]
      : [],
  )

  return (
    <div ref={part} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="relative min-w-0 flex-1 basis-56">
          <TextField
            label="Search tags"
            hideLabel
            type="search"
            placeholder="Search by name"
            maxLength={200}
            className="[&_input]:pl-9"
            value={box.text}
            onChange={(event) => box.type(event.target.value)}
          />
          <Search size={16} className="pointer-events-none absolute top-3 left-3 text-muted" aria-hidden />
        </div>
        <SelectField
          label="Order"
          hideLabel
          options={orders}
          value={sort}
          onChange={(order) => look({ sort: order === 'name' ? undefined : order })}
        />
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {progress &&
          (progress.of > 0
            ? `${progress.done.toLocaleString()} of ${counted(progress.of, 'take')} changed …`
            : 'Changing …')}
      </p>
      {isAtWork && progress.of > 1000 && <Button onClick={progress.stop}>Stop</Button>}
      {chosen.length > 0 && !isAtWork && (
        <div className="sticky top-2 z-10 flex flex-wrap items-center gap-2 rounded-2xl border border-line bg-raised p-3 shadow">
          <span role="status" className="mr-auto">
            {chosen.length.toLocaleString()} chosen
          </span>
          <Button size="small" onClick={() => setChosen([])}>
            None
          </Button>
          <Button size="small" icon={Trash2} onClick={remove}>
            Remove
          </Button>
          <Button look="primary" size="small" icon={Combine} disabled={chosen.length < 2} onClick={merge}>
            Merge
          </Button>
        </div>
      )}
      {list.isPending ? (
        <LoadingRows rows={6} className="h-12" />
      ) : list.isError && found.length === 0 ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : found.length === 0 ? (
        <Nothing q={q} onClear={() => box.sendNow('')} />
      ) : (
        <>
          <ul
            aria-label="Tags"
            className={`flex flex-col rounded-2xl border border-line bg-surface px-3 transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {found.map((tag) => (
              <TagRow
                key={tag.name}
                projectId={projectId}
                tag={tag}
                mayWrite={mayWrite}
                off={isAtWork}
                isChosen={isChosen(tag)}
                onChoose={() => choose(tag)}
                onColor={(next) => void color(tag, next)}
                onRename={() => setAsked({ to: 'rename', tags: [tag] })}
                onRemove={() => setAsked({ to: 'remove', tags: [tag] })}
              />
            ))}
          </ul>
          <LoadMore list={list} />
        </>
      )}
      {asked?.to === 'rename' && (
        <RenameTags
          projectId={projectId}
          tags={asked.tags}
          onClose={() => setAsked(undefined)}
          onRename={start}
        />
      )}
      {asked?.to === 'remove' && (
        <RemoveTags
          tags={asked.tags}
          onClose={() => setAsked(undefined)}
          onRemove={(from) => start(from, null)}
        />
      )}
    </div>
  )
}

function Nothing({ q, onClear }: { q: string; onClear: () => void }) {
  if (q) {
    return (
      <Empty
        icon={SearchX}
        title="None has that in its name"
        action={<Button onClick={onClear}>Show all</Button>}
      />
    )
  }
  return (
    <Empty icon={Tag} title="No tags yet">
      Tags stand with a take’s details, and come with captures. What takes have shows here.
    </Empty>
  )
}
