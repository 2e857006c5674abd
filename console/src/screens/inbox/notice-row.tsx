import type { Notice, NoticeKind } from '@dailies/contract/inbox.ts'
import { noticePlace, noticeSentence } from '@dailies/contract/notice-sentence.ts'
import { IconButton } from '@dailies/ui/button.tsx'
import { When } from '@dailies/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import {
  AtSign,
  BadgeCheck,
  CircleCheckBig,
  CircleDollarSign,
  DatabaseBackup,
  KeyRound,
  Link2,
  ListTodo,
  type LucideIcon,
  Mail,
  MailOpen,
  MessageSquare,
  Presentation,
  Reply,
  Star,
  ThumbsUp,
  UserMinus,
  UserPlus,
  Users,
  Webhook,
} from 'lucide-react'
import { dayOf, dayText } from '../../ui/due-day.ts'
import { Face } from '../../ui/face.tsx'

const icons: Record<NoticeKind, LucideIcon> = {
  'member.added': UserPlus,
  'member.role_changed': Users,
  'member.removed': UserMinus,
  'asset.selected': Star,
  'asset.approved': BadgeCheck,
  'scene.completed': CircleCheckBig,
  'shot.assigned': ListTodo,
  'comment.mentioned': AtSign,
  'comment.replied': Reply,
  'comment.on_take': MessageSquare,
  'verdict.given': ThumbsUp,
  'link.answered': Link2,
  'review.completed': Presentation,
  'budget.reached': CircleDollarSign,
  'webhook.paused': Webhook,
  'backup.failed': DatabaseBackup,
  'token.expiring': KeyRound,
}

interface NoticeRowProps {
  notice: Notice
  onMark: (read: boolean) => void
}

/** A notice; opening it marks it as read. */
export function NoticeRow({ notice, onMark }: NoticeRowProps) {
  const { actor, readAt, createdAt, kind } = notice
  const isUnread = readAt === null
  const place = noticePlace(notice)
  const Icon = icons[kind]
  return (
    <li
      className={`relative flex items-start gap-3 border-b border-line px-4 py-3 last:border-b-0 ${isUnread ? 'bg-raised' : ''} ${place ? 'hover:bg-sunken' : ''}`}
    >
      <span
        aria-hidden
        className={`mt-3.5 size-2 shrink-0 rounded-full ${isUnread ? 'bg-accent' : 'bg-transparent'}`}
      />
      {actor ? (
        <Face name={actor.name} />
      ) : (
        <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-sunken">
          <Icon size={18} className="text-muted" aria-hidden />
        </span>
      )}
      <div className="min-w-0 flex-1 wrap-anywhere">
        {isUnread && <span className="sr-only">Unread: </span>}
        {place ? (
          <Link
            to={place as '/'}
            onClick={() => isUnread && onMark(true)}
            // All of the row is the link; the button lies above it.
            className="after:absolute after:inset-0 after:content-['']"
          >
            <Sentence notice={notice} />
          </Link>
        ) : (
          <p>
            <Sentence notice={notice} />
          </p>
        )}
        <p className="mt-0.5 flex items-center gap-1.5 text-sm text-muted">
          <Icon size={14} aria-hidden />
          <When at={createdAt} />
        </p>
      </div>
      <IconButton
        className="relative"
        size="small"
        icon={isUnread ? MailOpen : Mail}
        label={isUnread ? 'Mark as read' : 'Mark as unread'}
        onClick={() => onMark(isUnread)}
      />
    </li>
  )
}

function Sentence({ notice }: { notice: Notice }) {
  return noticeSentence(notice).map((part, place) => {
    if (typeof part === 'string') return part
    if ('day' in part) return dayText(part.day, dayOf(new Date()))
    return (
      // A box of its own: what turns the text in a name ends with it.
      // biome-ignore lint/suspicious/noArrayIndexKey: a sentence never changes its order
      <strong key={place} className="font-semibold">
        <bdi>{part.name}</bdi>
      </strong>
    )
  })
}
