import type { AssetVersion } from '@dailies/contract/board.ts'
import type { VersionMedia } from '@dailies/contract/media.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { External } from '@dailies/ui/external.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { exactTime, When } from '@dailies/ui/time.tsx'
import { useQuery } from '@tanstack/react-query'
import { Download, HardDriveDownload, Hourglass, RotateCw, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { query } from '../../api/queries.ts'
import { useMay } from '../../production/role.tsx'
import { downloadAddress } from '../../takes/download-address.ts'
import { MediaBadge } from '../../takes/media-badge.tsx'
import { useKeepMedia } from '../../takes/use-keep-media.ts'
import { bytesText } from '../../ui/bytes.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { AddFiles } from '../../uploads/add-files.tsx'
import { sendMedia } from '../../uploads/uploads.ts'
import { Alike } from './alike.tsx'
import { FactList } from './fact-list.tsx'
import { dimensionsText, lengthText, rateText, soundText } from './media-facts.ts'
import { shortAddress } from './short-address.ts'

/** The bytes of a version: whether they are ours, what they are, and the ways to get or send them. */
export function MediaSection({ version, name }: { version: AssetVersion; name: string }) {
  const { id } = version
  const media = useQuery(query('readMedia', { params: { id } }))
  return (
    <Section title="Media">
      {media.isPending ? (
        <LoadingRows rows={3} className="h-7" />
      ) : media.isError && !media.data ? (
        <Failed error={media.error} onRetry={() => void media.refetch()} />
      ) : (
        <Known version={version} name={name} media={media.data.data} />
      )}
    </Section>
  )
}

function Known({
  version,
  name,
  media,
}: {
  version: AssetVersion
  name: string
  media: VersionMedia | null
}) {
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
          {mayChange && !isKept && (media || version.outputUrl) && (
            <KeepNow id={id} isLost={media?.state === 'lost'} />
          )}
          {mayChange && !isKept && (
            <AddFiles label="Send the file" onFiles={([file]) => file && sendMedia(file, { id, name })} />
          )}
        </div>
      )}
      {isKept && <Alike assetId={id} version={version} />}
    </div>
  )
}

function KeepNow({ id, isLost }: { id: string; isLost: boolean }) {
  const keep = useKeepMedia()
  return (
    <Button
      size="small"
      look="primary"
      icon={isLost ? RotateCw : HardDriveDownload}
      busy={keep.isPending}
      onClick={() => keep.mutate({ id })}
    >
      {isLost ? 'Try again' : 'Keep now'}
    </Button>
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
    ['Not known', facts?.problem],
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
      <span className="font-mono whitespace-nowrap" title={sha256}>
        {sha256.slice(0, 6)}…{sha256.slice(-6)}
      </span>
      <CopyButton text={sha256} label="Copy the SHA-256" />
    </span>
  )
}
