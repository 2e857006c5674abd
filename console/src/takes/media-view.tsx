import type { AssetVersion } from '@dailies/contract/board.ts'
import { External, webAddress } from '@dailies/ui/external.tsx'
import { isOnOtherPort } from '@dailies/ui/other-port.ts'
import {
  FileQuestion,
  FileX2,
  Film,
  Hourglass,
  ImageOff,
  type LucideIcon,
  MonitorOff,
  Volume2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PictureView } from '../player/picture-view.tsx'
import { TakePlayer } from '../player/take-player.tsx'
import type { TakePlayerProps } from '../player/take-player-props.ts'
import { sourceOf } from '../ui/media.tsx'
import { downloadAddress } from './download-address.ts'
import { mediaSentence } from './media-words.ts'

type Media = Pick<AssetVersion, 'id' | 'assetType' | 'outputUrl' | 'thumbnailUrl' | 'media'>

interface MediaViewProps {
  media: Media
  alt: string
  /** What can be done where there is nothing to be seen, and nothing is kept. */
  actions: ReactNode
}

/** What the player is given besides. */
type Playing = Omit<TakePlayerProps, 'media' | 'alt' | 'onError'>

/** The media of a version, as large as there is room. */
export function MediaView({ media, alt, actions, playing }: MediaViewProps & { playing: Playing }) {
  const [failed, setFailed] = useState<string>()
  const source = sourceOf(media)
  const { kind, isKept, playable, picture } = source
  const address = kind === 'picture' ? picture : playable
  if (!media.outputUrl && !isKept) {
    return (
      <Nothing icon={ImageOff} actions={actions}>
        It has no file yet: none came with it, or none has arrived.
      </Nothing>
    )
  }
  if (!isKept && kind === 'none') {
    return (
      <Nothing icon={ImageOff} link={media.outputUrl} actions={actions}>
        This kind of file cannot be shown here.
      </Nothing>
    )
  }
  if (!address)
    return isKept ? <NotShown media={media} /> : <NotHere outputUrl={media.outputUrl} actions={actions} />
  // What is kept meanwhile is another address.
  if (failed === address) return <Broken media={media} alt={alt} actions={actions} />
  return <TakePlayer {...{ media, alt }} {...playing} onError={setFailed} />
}

/** Kept, and nothing that browsers show. */
function NotShown({ media: { id, media } }: { media: Media }) {
  return (
    <Nothing icon={media?.isWorkedOn ? Hourglass : FileQuestion}>
      {media?.isWorkedOn
        ? 'It is kept. A picture of it is being made.'
        : `It is kept. ${media?.reason ?? 'Browsers cannot show this kind of file'}.`}{' '}
      <a href={downloadAddress(id)} className="underline underline-offset-2">
        Download it
      </a>
    </Nothing>
  )
}

/** The operator switched previews off, it is where the session would go along, or it is no address of the web. */
function NotHere({ outputUrl, actions }: { outputUrl: string; actions: ReactNode }) {
  if (!webAddress(outputUrl)) {
    return (
      <Nothing icon={ImageOff} actions={actions}>
        The address of the media is none of the web.
      </Nothing>
    )
  }
  const why = isOnOtherPort(outputUrl, location.href)
    ? 'It lies at another port of this host and is not loaded here: your session would go along.'
    : 'Previews of media from elsewhere are switched off here.'
  return (
    <Nothing icon={MonitorOff} link={outputUrl} actions={actions}>
      {why}
    </Nothing>
  )
}

/** It does not load, or is no film or sound after all: its picture stands in, where it has one. */
function Broken({ media, alt, actions }: MediaViewProps) {
  const [failed, setFailed] = useState(false)
  const { kind, isKept, picture } = sourceOf(media)
  const still = kind === 'picture' ? undefined : picture
  const what =
    kind === 'film'
      ? 'The film cannot be played here.'
      : kind === 'sound'
        ? 'The sound cannot be played here.'
        : 'The picture cannot be loaded.'
  if (!still || failed) {
    const icon = kind === 'sound' ? Volume2 : kind === 'film' ? Film : ImageOff
    if (isKept) return <Nothing icon={icon}>{what}</Nothing>
    if (media.media?.state === 'lost') {
      return (
        <Nothing icon={FileX2} actions={actions}>
          {mediaSentence(media.media, Date.now())}
        </Nothing>
      )
    }
    return (
      <Nothing icon={icon} link={media.outputUrl} actions={actions}>
        {what} It may have been deleted where it was made.
      </Nothing>
    )
  }
  return (
    <div className="flex size-full flex-col">
      <div className="min-h-0 flex-1">
        <PictureView src={still} alt={`${alt}, its preview picture`} onError={() => setFailed(true)} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-line bg-surface px-4 py-2 text-sm">
        <span>{what} This is its preview picture.</span>
        {isKept ? (
          <a href={downloadAddress(media.id)} className="underline underline-offset-2">
            Download the file
          </a>
        ) : (
          <External href={media.outputUrl}>Open the file</External>
        )}
      </p>
    </div>
  )
}

interface NothingProps {
  icon: LucideIcon
  link?: string
  actions?: ReactNode
  children: ReactNode
}

function Nothing({ icon: Icon, link, actions, children }: NothingProps) {
  return (
    <div className="flex size-full flex-col items-center justify-center gap-3 overflow-y-auto p-6 text-center text-muted">
      <Icon size={40} className="shrink-0" aria-hidden />
      <p className="wrap-anywhere">{children}</p>
      {link && <External href={link}>Open the file</External>}
      {actions}
    </div>
  )
}
