import type { Marks } from '@dailies/contract/mark.ts'
import { Bookmark, Clapperboard, Star, User, X } from 'lucide-react'
import { markText } from './mark-words.ts'

/** What was made of a take, in little room: one's own mark in a frame of lines, the film's in a filled one. Nothing where there is none. */
export function CardMarks({ marks: { mine, film } }: { marks: Marks }) {
  return (
    <>
      <OneMark mark={mine} of="mine" />
      <OneMark mark={film} of="film" />
    </>
  )
}

const looks = {
  mine: { text: 'Marked by you', className: 'border-strong-line text-ink', Icon: User },
  film: {
    text: 'Marked for the film',
    className: 'border-transparent bg-ink text-canvas',
    Icon: Clapperboard,
  },
}

export function OneMark({ mark, of }: { mark: Marks['film']; of: keyof typeof looks }) {
  const words = markText(mark)
  if (!words) return null
  const { text, className, Icon } = looks[of]
  return (
    <span
      title={`${text}: ${words}`}
      className={`inline-flex shrink-0 items-center gap-0.5 rounded border px-1 text-xs tabular-nums ${className}`}
    >
      <Icon size={12} aria-hidden />
      {mark.stars > 0 && (
        <>
          <span aria-hidden>{mark.stars}</span>
          <Star size={12} className="fill-current" aria-hidden />
        </>
      )}
      {mark.flag === 'rejected' && <X size={13} aria-hidden />}
      {mark.flag === 'shortlisted' && <Bookmark size={12} className="fill-current" aria-hidden />}
      <span className="sr-only">
        {text}: {words}
      </span>
    </span>
  )
}
