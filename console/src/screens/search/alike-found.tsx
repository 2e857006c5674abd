import { Button } from '@dailies/ui/button.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Image, X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { query } from '../../api/queries.ts'
import { useAccount } from '../../app/account.ts'
import { FilePicture } from '../../drops/file-picture.tsx'
import { counted } from '../../ui/counted.ts'
import { Thumbnail } from '../../ui/media.tsx'
import { nameInText } from '../../ui/name-in-text.ts'
import { Failed } from '../../ui/states.tsx'
import { Hits, type HitsHandle } from './hits.tsx'
import { pictureOf } from './looked-for.ts'

/** What is looked for: a take, by its id; or a picture, by its look. */
export type Model = { like: string } | { look: string }

interface AlikeFoundProps {
  to: Model
  /** Words and filters that narrow what looks like it. */
  q: string
  at: string | undefined
  onOpen: (id: string) => void
  onRemove: () => void
  handle: RefObject<HitsHandle | null>
}

/** What looks like a take or a picture, in all films. */
export function AlikeFound({ to, q, at, onOpen, onRemove, handle }: AlikeFoundProps) {
  const found = useQuery({
    ...query('searchAlike', {
      query: { ...('like' in to ? { assetVersionId: to.like } : to), q, limit: 100 },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const hits = (found.data?.data ?? []).map((hit) => ({ ...hit, found: [] }))
  const words =
    !found.data || found.isPlaceholderData
      ? 'Looking …'
      : found.data.metadata.look === null
        ? 'No picture is known of this take yet: nothing can look like it.'
        : hits.length === 0
          ? nothing('like' in to, q)
          : `${counted(hits.length, 'take')}${hits.length === 100 ? ', the most alike: narrow them by words and filters' : ''}`
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex min-w-0 items-center gap-2 rounded-lg border border-line bg-raised p-1">
          {'like' in to ? <TakeModel id={to.like} /> : <PictureModel look={to.look} />}
          <Button
            size="small"
            look="quiet"
            icon={X}
            aria-label="Look for what looks like it no more"
            onClick={onRemove}
          />
        </span>
        {!found.isError && (
          <p role="status" className="text-muted tabular-nums">
            {words}
          </p>
        )}
      </div>
      {found.isError ? (
        <Failed error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Hits hits={hits} isAll busy={found.isPlaceholderData} at={at} onOpen={onOpen} handle={handle} />
      )}
    </>
  )
}

function nothing(isTake: boolean, q: string): string {
  const what = isTake ? 'Nothing else looks like it' : 'Nothing in your films looks like it'
  if (q.trim() !== '') return `${what} and answers to the words and filters.`
  return `${what}. Found are copies and pictures that are nearly the same, not others of the same motif.`
}

function TakeModel({ id }: { id: string }) {
  const take = useQuery(query('readAsset', { params: { id } })).data?.data
  return (
    <>
      <Small>{take && <Thumbnail take={take} alt="" sizes="4rem" small />}</Small>
      <span className="min-w-0">
        Looks like{' '}
        <Link to="/assets/$assetId" params={{ assetId: id }} className="underline underline-offset-2">
          {take ? takeName(take) : 'this take'}
        </Link>
      </span>
    </>
  )
}

/** The picture itself, as long as this page has it. */
function PictureModel({ look }: { look: string }) {
  const { id: user } = useAccount()
  const picture = pictureOf({ user, look })
  return (
    <>
      {picture ? (
        <FilePicture file={picture} kind="image" />
      ) : (
        <Small>
          <Image size={18} aria-hidden />
        </Small>
      )}
      <span className="min-w-0 wrap-anywhere">
        {picture?.name ? `Looks like “${nameInText(picture.name)}”` : 'Looks like a picture'}
        {!picture && <span className="block text-muted">It was not kept: only how it looks.</span>}
      </span>
    </>
  )
}

function Small({ children }: { children: ReactNode }) {
  return (
    <span className="flex h-10 w-16 shrink-0 items-center justify-center overflow-hidden rounded bg-sunken text-muted">
      {children}
    </span>
  )
}
