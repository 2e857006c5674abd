import type { MarkFlag, Marks } from '@dailies/contract/mark.ts'
import { mostStars } from '@dailies/contract/mark-limits.ts'
import { Bookmark, Clapperboard, Star, User, X } from 'lucide-react'
import { markText } from '../../marks/mark-words.ts'
import type { Whose } from '../../marks/use-marks.ts'
import { useMay } from '../../production/role.tsx'
import { counted } from '../../ui/counted.ts'

interface MarkingProps {
  marks: Marks
  onMark: (whose: Whose, mark: { flag?: MarkFlag; stars?: number }) => void
}

/** One's own mark of the take, and the film's beside it: what editors may press is for others told in words. */
export function Marking({ marks, onMark }: MarkingProps) {
  const mayMarkFilm = useMay('editor')
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <OneMarking whose="mine" mark={marks.mine} onMark={onMark} />
      {mayMarkFilm ? (
        <OneMarking whose="film" mark={marks.film} onMark={onMark} />
      ) : (
        <p className="flex items-center gap-2 rounded-xl bg-sunken px-3 py-2 text-sm">
          <Clapperboard size={16} className="shrink-0" aria-hidden />
          For the film: {markText(marks.film) || 'no mark yet'}
        </p>
      )}
    </div>
  )
}

const words = {
  mine: {
    title: 'My mark',
    hint: 'Only you see it',
    Icon: User,
    shift: '',
    look: 'border border-strong-line',
  },
  film: {
    title: 'The film’s mark',
    hint: 'Everybody sees it',
    Icon: Clapperboard,
    shift: 'Shift ',
    look: 'border border-transparent bg-sunken',
  },
}

interface OneMarkingProps extends Pick<MarkingProps, 'onMark'> {
  whose: Whose
  mark: Marks['film']
}

function OneMarking({ whose, mark, onMark }: OneMarkingProps) {
  const { title, hint, Icon, shift, look } = words[whose]
  const flag = (flag: MarkFlag) => onMark(whose, { flag: mark.flag === flag ? 'none' : flag })
  return (
    <fieldset
      className={`flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 rounded-xl px-3 py-2 ${look}`}
    >
      <legend className="sr-only">
        {title}: {hint}
      </legend>
      <span aria-hidden className="flex w-full items-center gap-2 text-sm">
        <Icon size={16} />
        <span className="font-semibold">{title}</span>
        <span className="text-muted">{hint}</span>
      </span>
      <span className="flex gap-1.5">
        <FlagButton
          label="Reject"
          keys={`${shift}X`}
          icon={X}
          pressed={mark.flag === 'rejected'}
          pressedLook="border-danger bg-danger-soft text-danger"
          onClick={() => flag('rejected')}
        />
        <FlagButton
          label="Shortlist"
          keys={`${shift}S`}
          icon={Bookmark}
          pressed={mark.flag === 'shortlisted'}
          pressedLook="border-good bg-good-soft text-good"
          onClick={() => flag('shortlisted')}
        />
      </span>
      <span className="flex">
        {Array.from({ length: mostStars }, (_, place) => place + 1).map((stars) => (
          <button
            key={stars}
            type="button"
            aria-pressed={mark.stars === stars}
            aria-label={counted(stars, 'star')}
            title={`${counted(stars, 'star')} (${shift}${stars})`}
            onClick={() => onMark(whose, { stars: mark.stars === stars ? 0 : stars })}
            className="flex size-9 items-center justify-center rounded-lg hover:bg-raised pointer-coarse:size-11"
          >
            <Star
              size={20}
              aria-hidden
              className={stars <= mark.stars ? 'fill-accent text-accent' : 'text-muted'}
            />
          </button>
        ))}
      </span>
    </fieldset>
  )
}

interface FlagButtonProps {
  label: string
  keys: string
  icon: typeof X
  pressed: boolean
  pressedLook: string
  onClick: () => void
}

function FlagButton({ label, keys, icon: Icon, pressed, pressedLook, onClick }: FlagButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={`${label} (${keys})`}
      onClick={onClick}
      className={`flex h-9 items-center gap-1.5 rounded-lg border px-3 text-sm pointer-coarse:h-11 ${pressed ? `font-semibold ${pressedLook}` : 'border-line bg-raised hover:border-strong-line'}`}
    >
      <Icon size={16} aria-hidden className={pressed && Icon === Bookmark ? 'fill-current' : ''} />
      {label}
    </button>
  )
}
