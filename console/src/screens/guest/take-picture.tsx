import type { GuestTake, OpenLink } from '@dailies/contract/guest.ts'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { TakeStage } from '../../comments/take-stage.ts'
import { useStageInPlayer } from '../../comments/use-stage-in-player.tsx'
import { TakePlayer } from '../../player/take-player.tsx'
import { CopyWait } from './copy-wait.tsx'
import { nameOf, sourceOf, takeOf } from './guest-take.ts'
import { useCopy } from './use-copy.ts'
import { Watermark } from './watermark.tsx'

interface TakePictureProps {
  link: OpenLink
  take: GuestTake
  stage: TakeStage
}

/** The picture, film or sound of a take, with what is said of its frames and drawn on them. */
export function TakePicture({ link, take, stage }: TakePictureProps) {
  const [failed, setFailed] = useState<string>()
  const copy = useCopy(take)
  const { kind, playable, picture } = sourceOf(take)
  // What is made meanwhile is another address.
  const hasFailed = failed !== undefined && failed === (kind === 'picture' ? picture : playable)
  const name = nameOf(take)
  const rate = take.media?.frameRate ?? undefined
  const { overlay, actions, ...playing } = useStageInPlayer(stage, {
    ...{ name, kind, rate, mayDraw: link.mayComment, led: [] },
  })
  const hasFile = take.media !== null && kind !== 'none'
  if (!hasFile || hasFailed) {
    return (
      <div className="flex min-h-48 flex-1 flex-col items-center justify-center gap-2 p-4 text-center text-muted">
        <ImageOff size={36} aria-hidden />
        <p>{hasFailed ? 'This cannot be shown here.' : 'There is no file to look at yet.'}</p>
      </div>
    )
  }
  if (copy !== 'made') {
    return (
      <div className="h-[56dvh] min-h-72 w-full min-w-0 flex-none lg:h-auto lg:flex-1">
        <CopyWait take={take} state={copy} name={link.guest.name} />
      </div>
    )
  }
  return (
    <div data-take-media className="h-[56dvh] min-h-72 w-full min-w-0 flex-none lg:h-auto lg:flex-1">
      <TakePlayer
        {...playing}
        media={takeOf(take)}
        rate={rate}
        alt={name}
        overlay={
          <>
            {overlay}
            {/* Nothing is drawn over what has it in it. */}
            {link.watermark && !take.media?.isMarked && <Watermark name={link.guest.name} />}
          </>
        }
        // Among them is one that saves the frame.
        actions={link.mayDownload ? actions : undefined}
        onError={setFailed}
      />
    </div>
  )
}
