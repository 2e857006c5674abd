import { Button } from '@dailies/ui/button.tsx'
import { Image } from 'lucide-react'
import { nameInText } from '../../ui/name-in-text.ts'
import { Progress } from '../../ui/states.tsx'
import type { PictureState } from './use-picture.ts'

interface PictureLineProps {
  state: PictureState
  onAgain: (picture: File) => void
  onEnd: () => void
}

/** How far a picture is that is to be looked for, or why it is not. */
export function PictureLine({ state, onAgain, onEnd }: PictureLineProps) {
  const { picture } = state
  const name = picture?.name ? `“${nameInText(picture.name)}”` : 'The picture'
  if (state.is === 'refused') {
    const { text, mayRetry } = state.why
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-danger bg-danger-soft px-4 py-2.5 text-sm text-danger"
      >
        <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
          <strong className="font-semibold">
            {picture ? `${name} is not looked for.` : 'Not looked for.'}
          </strong>{' '}
          {text}
        </p>
        {mayRetry && picture && (
          <Button size="small" onClick={() => onAgain(picture)}>
            Try again
          </Button>
        )}
        <Button size="small" look="quiet" onClick={onEnd}>
          Close
        </Button>
      </div>
    )
  }
  const isSent = state.share >= 1
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-raised px-3 py-2 text-sm">
      <Image size={18} className="shrink-0 text-muted" aria-hidden />
      <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1.5">
        <p role="status" className="truncate">
          {isSent ? `Looking at ${name} …` : `Sending ${name} …`}
        </p>
        <Progress value={state.share} label="How much of the picture is sent" />
      </div>
      <Button size="small" onClick={onEnd}>
        Cancel
      </Button>
    </div>
  )
}
