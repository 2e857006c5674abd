import type { Comment } from '@dailies/contract/comment.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { Button, IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { When } from '@dailies/ui/time.tsx'
import { Ellipsis, Globe, ImageDown, Link2, Pencil, PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '../app/account.ts'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { useMay } from '../production/role.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Face } from '../ui/face.tsx'
import { Menu } from '../ui/menu.tsx'
import type { MenuEntry } from '../ui/menu-at.tsx'
import { nameInText } from '../ui/name-in-text.ts'
import { CommentText } from './comment-text.tsx'
import { EditForm, editPlace } from './edit-form.tsx'
import { PlaceButton } from './place-button.tsx'
import type { TakeStage } from './take-stage.ts'
import { useCommentActions } from './use-comment-actions.ts'
import { isDrafted } from './use-comment-draft.ts'

interface CommentViewProps {
  comment: Comment
  projectId: string
  stage: TakeStage
  /** Saves a picture of the frame with what was drawn on it; undefined where there is none. */
  onExport: ((comment: Comment) => void) | undefined
}

/** One comment: who said what, where, and what they drew. */
export function CommentView({ comment, projectId, stage, onExport }: CommentViewProps) {
  const { id: user } = useAccount()
  const [isEdited, setEdited] = useState(() => isDrafted(user, editPlace(comment.id)))
  const [isAsked, setAsked] = useState(false)
  const { remove } = useCommentActions()
  const { id, author, text, mentions, range, drawing, attachments } = comment
  const { audience, createdAt, editedAt, deleted } = comment
  if (deleted) return <p className="text-sm text-muted italic">This comment was deleted.</p>
  const name = author?.name ?? 'Somebody'
  const isGuest = author?.id === null
  return (
    <article aria-label={`By ${nameInText(name)}`} className="flex min-w-0 gap-2.5">
      <Face name={name} size="compact" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <header className="flex items-start gap-2">
          <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="max-w-full truncate text-sm font-semibold">{name}</bdi>
            {isGuest && <Badge tone="violet">Guest</Badge>}
            <span className="text-xs text-muted">
              <When at={createdAt} />
              {editedAt && ', edited'}
            </span>
            {audience === 'everybody' && (
              <Badge tone="violet" icon={Globe}>
                Guests see it
              </Badge>
            )}
          </div>
          <More
            comment={comment}
            onEdit={() => setEdited(true)}
            onDelete={() => setAsked(true)}
            onExport={onExport}
          />
        </header>
        {isEdited ? (
          <EditForm comment={comment} projectId={projectId} onDone={() => setEdited(false)} />
        ) : (
          <>
            <CommentText text={text} mentions={mentions} />
            <AttachmentList attachments={attachments} />
          </>
        )}
        {(range || drawing) && (
          <div className="flex flex-wrap items-center gap-1.5">
            {range && <PlaceButton range={range} onGo={() => stage.show(comment)} />}
            {drawing && !range && (
              <Button size="small" icon={PenLine} onClick={() => stage.show(comment)}>
                Show the drawing
              </Button>
            )}
            {drawing && range && (
              <Badge icon={PenLine} tone="info">
                Drawing
              </Badge>
            )}
          </div>
        )}
      </div>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title="Delete the comment?"
        action="Delete"
        onConfirm={() => remove({ id })}
      >
        <p>What was said, and drawn or attached with it, is gone for good. What others replied stays.</p>
      </Confirm>
    </article>
  )
}

interface MoreProps {
  comment: Comment
  onEdit: () => void
  onDelete: () => void
  onExport: ((comment: Comment) => void) | undefined
}

function More({ comment, onEdit, onDelete, onExport }: MoreProps) {
  const { id: user } = useAccount()
  const mayWrite = useMay('reviewer')
  const isOwner = useMay('owner')
  const isOwn = comment.author?.id === user
  const name = comment.author?.name ?? 'Somebody'
  const items: MenuEntry[] = [
    ...(mayWrite && isOwn ? [{ label: 'Edit', icon: Pencil, onSelect: onEdit }] : []),
    { label: 'Copy a link to it', icon: Link2, onSelect: () => void copyLink(comment) },
    ...(onExport && comment.drawing
      ? [{ label: 'Save as a picture', icon: ImageDown, onSelect: () => onExport(comment) }]
      : []),
    ...((mayWrite && isOwn) || isOwner
      ? (['line', { label: 'Delete', icon: Trash2, danger: true, onSelect: onDelete }] as const)
      : []),
  ]
  return (
    <Menu
      trigger={
        <IconButton
          icon={Ellipsis}
          label={`More for the comment by ${nameInText(name)}`}
          tip="More"
          size="small"
        />
      }
      items={items}
    />
  )
}

async function copyLink({ id, assetVersionId }: Comment): Promise<void> {
  const address = `${location.origin}/assets/${assetVersionId}?comment=${id}`
  try {
    await navigator.clipboard.writeText(address)
    notify('The link is copied')
  } catch {
    notify(`Copying is not allowed here. The link is ${address}`, { failed: true })
  }
}
