import type { AssetVersion } from '@dailies/contract/board.ts'
import type { VersionMedia } from '@dailies/contract/media.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { buttonLook } from '@dailies/ui/button.tsx'
import { External } from '@dailies/ui/external.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { exactTime, When } from '@dailies/ui/time.tsx'
import { useQuery } from '@tanstack/react-query'
import { Download, Hourglass, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { query } from '../../api/queries.ts'
import { useMay } from '../../production/role.tsx'
import { downloadAddress } from '../../takes/download-address.ts'
import { MediaBadge } from '../../takes/media-badge.tsx'
import { dimensionsText, lengthText, rateText, soundText } from '../../takes/media-facts.ts'
import { bytesText } from '../../ui/bytes.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { Alike, LooksLikeThis } from './alike.tsx'
import { FactList } from './fact-list.tsx'
import { MediaActions } from './media-actions.tsx'
import { shortAddress } from './short-address.ts'

interface MediaSectionProps {
  version: AssetVersion
  onFiles: (files: File[]) => void
}

/** The bytes of a version: whether they are ours, what they are, and the ways to get or send them. */
export function MediaSection({ version, onFiles }: MediaSectionProps) {
  const { id } = version
  const media = useQuery(query('readMedia', { params: { id } }))
  return (
    <Section title="Media">
      {media.isPending ? (
        <LoadingRows rows={3} className="h-7" />
      ) : media.isError && !media.data ? (
        <Failed error={media.error} onRetry={() => void media.refetch()} />
      ) : (
        <Known version={version} media={media.data.data} onFiles={onFiles} />
      )}
    </Section>
  )
}

function Known({ version, media, onFiles }: MediaSectionProps & { media: VersionMedia | null }) {
  const mayChange = useMay('editor')
  const { id } = version
  const isKept = media?.state === 'kept'
  return (
    <div className="flex flex-col gap-3">
      <State media={media} outputUrl={version.outputUrl} />
      <Facts media={media} outputUrl={version.outputUrl} />
      {(isKept || mayChange) && (
        <div className="flex flex-wrap gap-2">
          {isKept && (
            <a href={downloadAddress(id)} download className={buttonLook('plain', 'small')}>
              <Download size={16} aria-hidden />
              Download
            </a>
          )}
          {mayChange && !isKept && <MediaActions version={{ ...version, media }} onFiles={onFiles} />}
        </div>
      )}
      {isKept && <Alike assetId={id} />}
      {isKept && <LooksLikeThis assetId={id} />}
    </div>
  )
}

/** In words, and what comes next. */
function State({ media, outputUrl }: { media: VersionMedia | null; outputUrl: string }) {
  if (!media) {
    return (
      <p className="text-sm text-muted">
        {outputUrl ? 'Only a link: it is not kept.' : 'Nothing was captured of it that could be kept.'}
      </p>
    )
  }
  if (media.state === 'kept') {
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Badge tone="good" icon={ShieldCheck}>
          Kept
        </Badge>
        {media.isWorkedOn && (
          <Badge tone="info" icon={Hourglass}>
            Being worked on
          </Badge>
        )}
      </p>
    )
  }
  const { reason, nextTryAt, attempts } = media
  return (
    <div role="status" className="flex flex-col gap-1.5 text-sm">
      <MediaBadge media={media} />
      {reason && <p className="wrap-anywhere">{reason}</p>}
      {attempts > 0 && (
        <p className="text-muted">
          Tried {attempts === 1 ? 'once' : `${attempts} times`}
          {nextTryAt && (
            <>
              , again <When at={nextTryAt} />
            </>
          )}
          .
        </p>
      )}
    </div>
  )
}

function Facts({ media, outputUrl }: { media: VersionMedia | null; outputUrl: string }) {
  const { facts, sha256, endsAt } = media ?? {}
  const url = media?.url ?? outputUrl
  const bytes = media?.bytes ?? null
  const rows: [name: string, value: ReactNode][] = [
    ['File type', facts?.type ?? media?.type],
    ['Size', bytes !== null && bytesText(bytes)],
    ['Dimensions', facts && dimensionsText(facts)],
    ['Length', facts?.durationSeconds != null && lengthText(facts.durationSeconds)],
    ['Frames a second', facts?.frameRate && rateText(facts.frameRate)],
    ['Picture', facts?.videoCodec],
    ['Sound', facts && soundText(facts)],
    ['SHA-256', sha256 && <Digest key="digest" sha256={sha256} />],
    ['From', url && <External href={url}>{shortAddress(url)}</External>],
    [
      'Link ends',
      endsAt && (
        <time key="ends" dateTime={endsAt}>
          {exactTime(endsAt)}
        </time>
      ),
    ],
    ['Note', facts?.problem],
  ]
  return (
    // In two columns where there is room.
    <div className="@container [&_dl>div]:break-inside-avoid">
      <div className="@[38rem]:[&>dl]:columns-2 @[38rem]:[&>dl]:gap-8">
        <FactList facts={rows} />
      </div>
    </div>
  )
}

/** The beginning and the end of it, which is what people compare. */
function Digest({ sha256 }: { sha256: string }) {
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 font-mono" title={sha256}>
        {sha256.slice(0, 6)}…{sha256.slice(-6)}
      </span>
      <CopyButton text={sha256} label="Copy the SHA-256" />
    </span>
  )
}
