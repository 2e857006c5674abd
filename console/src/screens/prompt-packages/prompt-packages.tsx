import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { FileText, Plus, Search, SearchX } from 'lucide-react'
import { useState } from 'react'
import { pages, query } from '../../api/queries.ts'
import { useMay } from '../../production/role.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { Failed } from '../../ui/states.tsx'
import { draftFrom } from './draft.ts'
import { NewPromptPackage } from './new-prompt-package.tsx'
import { PromptPackageRow } from './prompt-package-row.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/prompt-packages')

/** The prompt packages of a project: the newest first, found by a part of their name or prompt. */
export function PromptPackages() {
  const { projectId } = route.useParams()
  const { q = '', from } = route.useSearch()
  const navigate = useNavigate()
  const mayBuild = useMay('editor')
  const [making, setMaking] = useState(false)
  const list = useInfiniteQuery({
    ...pages('listPromptPackages', { params: { id: projectId }, query: { q, limit: 30 } }),
    placeholderData: keepPreviousData,
  })
  const box = useSearchText(
    q,
    (q) =>
      void navigate({
        from: '/projects/$projectId/prompt-packages',
        search: (before) => ({ ...before, q: q || undefined }),
        replace: true,
        resetScroll: false,
      }),
  )
  const found = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="relative min-w-0 flex-1 basis-56">
          <TextField
            label="Search prompt packages"
            hideLabel
            type="search"
            placeholder="Search name or prompt"
            maxLength={200}
            className="[&_input]:pl-9"
            value={box.text}
            onChange={(event) => box.type(event.target.value)}
          />
          <Search size={16} className="pointer-events-none absolute top-3 left-3 text-muted" aria-hidden />
        </div>
        {mayBuild && (
          <Button look="primary" icon={Plus} onClick={() => setMaking(true)}>
            New prompt package
          </Button>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {list.isSuccess &&
          !list.isPlaceholderData &&
          `${found.length}${list.hasNextPage ? ' or more' : ''} prompt packages`}
      </p>
      {list.isPending ? (
        <LoadingRows rows={4} className="h-28" />
      ) : list.isError && found.length === 0 ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : found.length === 0 ? (
        <Nothing q={q} onMake={() => setMaking(true)} onClear={() => box.sendNow('')} />
      ) : (
        <>
          <ul
            className={`flex flex-col gap-3 transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {found.map((promptPackage) => (
              <PromptPackageRow key={promptPackage.id} promptPackage={promptPackage} />
            ))}
          </ul>
          <LoadMore list={list} />
        </>
      )}
      {making && mayBuild && <NewPromptPackage projectId={projectId} onClose={() => setMaking(false)} />}
      {from && mayBuild && <FromVersion key={from} projectId={projectId} assetId={from} />}
    </div>
  )
}

function Nothing({ q, onMake, onClear }: { q: string; onMake: () => void; onClear: () => void }) {
  const mayBuild = useMay('editor')
  if (q) {
    return (
      <Empty
        icon={SearchX}
        title="None has that in its name or prompt"
        action={<Button onClick={onClear}>Show all</Button>}
      />
    )
  }
  return (
    <Empty
      icon={FileText}
      title="No prompt packages yet"
      action={
        mayBuild && (
          <Button look="primary" icon={Plus} onClick={onMake}>
            New prompt package
          </Button>
        )
      }
    >
      A prompt package keeps a prompt that works, with its constraints, for everybody to use again.
      {mayBuild && ' Make one here, or from a version that turned out well.'}
    </Empty>
  )
}

/** The form for one that is made from a version, as soon as that is read. */
function FromVersion({ projectId, assetId }: { projectId: string; assetId: string }) {
  const navigate = useNavigate()
  const version = useQuery(query('readAsset', { params: { id: assetId } }))
  const close = () =>
    void navigate({
      from: '/projects/$projectId/prompt-packages',
      search: ({ from: _, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    })
  if (version.isError) {
    return <Failed error={version.error} onRetry={() => void version.refetch()} />
  }
  if (!version.data) return null
  const { data } = version.data
  return (
    <NewPromptPackage projectId={projectId} from={{ id: data.id, draft: draftFrom(data) }} onClose={close} />
  )
}
