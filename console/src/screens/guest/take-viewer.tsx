import type { GuestTake, OpenLink } from '@dailies/contract/guest.ts'
import { buttonLook, IconButton } from '@dailies/ui/button.tsx'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useState } from 'react'
import { TakeStage } from '../../comments/take-stage.ts'
import { useKeys } from '../../ui/keys.ts'
import { nameOf } from './guest-take.ts'
import { TakePanel } from './take-panel.tsx'
import { TakePicture } from './take-picture.tsx'
import { ViewerFrame } from './viewer-frame.tsx'

interface TakeViewerProps {
  link: OpenLink
  take: GuestTake
  /** Which of how many. */
  place: string
  /** The comment that is to be shown at once. */
  target: string | undefined
  onBack: () => void
  /** Called once the link opens nothing any more. */
  onGone: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One take, as large as there is room, what was said of it, and what one may do with it. */
export function TakeViewer({
  link,
  take,
  place,
  target,
  onBack,
  onGone,
  onPrevious,
  onNext,
}: TakeViewerProps) {
  const [stage] = useState(() => new TakeStage())
  const { original } = take.media ?? {}
  useKeys({ escape: onBack, pageup: onPrevious, pagedown: onNext })
  return (
    <ViewerFrame
      title={nameOf(take)}
      about={
        <>
          {place}
          {take.title && (
            <>
              {' '}
              · <bdi>{take.title}</bdi>
            </>
          )}
        </>
      }
      onBack={onBack}
      actions={
        <>
          {link.mayDownload && original && (
            <a href={`${original}&download=true`} download className={buttonLook('quiet')}>
              <Download size={16} aria-hidden />
              <span className="max-sm:sr-only">Download</span>
            </a>
          )}
          <IconButton
            icon={ChevronLeft}
            label="Previous take"
            look="quiet"
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton
            icon={ChevronRight}
            label="Next take"
            look="quiet"
            disabled={!onNext}
            onClick={onNext}
          />
        </>
      }
      panel={<TakePanel {...{ link, take, stage, target, onGone }} />}
    >
      <TakePicture {...{ link, take, stage }} />
    </ViewerFrame>
  )
}
