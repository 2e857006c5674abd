import type { OpenNote } from '@dailies/contract/comment.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { When } from '@dailies/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import { Check, Paperclip, PenLine } from 'lucide-react'
import { CommentText } from '../../comments/comment-text.tsx'
import { placeInWords, placeOf } from '../../comments/frame-words.ts'
import { takeOf } from '../../comments/note-words.ts'
import { useCommentActions } from '../../comments/use-comment-actions.ts'
import { useMay } from '../../production/role.tsx'
import { counted } from '../../ui/counted.ts'
import { cut } from '../../ui/cut.ts'
import { Face } from '../../ui/face.tsx'
import { Thumbnail } from '../../ui/media.tsx'
import { nameInText } from '../../ui/name-in-text.ts'

/** An open note, with where it is. */
export function NoteRow({ note }: { note: OpenNote }) {
  const mayWrite = useMay('reviewer')
  const { resolve } = useCommentActions()
  const {
    id,
    author,
    text,
    mentions,
    range,
    hasDrawing,
    attachments,
    replies,
    createdAt,
    asset,
    scene,
    shot,
  } = note
  const name = author?.name ?? 'Somebody'
  const take = takeOf(note)
  return (
    <li className="flex gap-3 border-b border-line py-3 last:border-b-0">
      <Link
        to="/assets/$assetId"
        params={{ assetId: asset.id }}
        search={{ comment: id }}
        tabIndex={-1}
        aria-hidden
        className="aspect-video w-20 shrink-0 self-start overflow-hidden rounded-lg bg-sunken sm:w-28"
      >
        <Thumbnail take={{ ...asset, outputUrl: '' }} alt="" sizes="7rem" small />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <Face name={name} size="small" />
          <bdi className="max-w-full truncate font-semibold">{name}</bdi>
          {author?.id === null && <Badge tone="violet">Guest</Badge>}
          <span className="text-muted">
            <When at={createdAt} />
          </span>
        </p>
        <CommentText text={text} mentions={mentions} />
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <Link
            to="/assets/$assetId"
            params={{ assetId: asset.id }}
            search={{ comment: id }}
            className="min-w-0 underline underline-offset-2 wrap-anywhere"
          >
            {range && (
              <>
                <span className="sr-only">{placeInWords(range)} of </span>
                <span aria-hidden className="font-mono">
                  {placeOf(range)}{' '}
                </span>
              </>
            )}
            {take}
          </Link>
          <span className="text-muted wrap-anywhere">
            scene {scene.sceneId}
            {shot && `, shot ${cut(shot.shotCode, 40)}`}
          </span>
          {hasDrawing && (
            <Badge icon={PenLine} tone="info">
              Drawing
            </Badge>
          )}
          {attachments.length > 0 && <Badge icon={Paperclip}>{counted(attachments.length, 'file')}</Badge>}
          {replies > 0 && (
            <span className="text-muted">{replies === 1 ? '1 reply' : `${replies} replies`}</span>
          )}
        </p>
      </div>
      {mayWrite && (
        <Button
          size="small"
          icon={Check}
          aria-label={`Tick off what ${nameInText(name)} said of ${take}`}
          className="self-start"
          onClick={() => void resolve(note)}
        >
          <span className="hidden sm:inline">Tick off</span>
        </Button>
      )}
    </li>
  )
}
