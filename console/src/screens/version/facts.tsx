import type { AssetVersion } from '@dailies/contract/board.ts'
import { assetTypeLabels } from '@dailies/ui/badges.tsx'
import { External } from '@dailies/ui/external.tsx'
import { exactTime } from '@dailies/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { duration, money } from '../../ui/amounts.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Face } from '../../ui/face.tsx'
import { FactList } from './fact-list.tsx'
import { shortAddress } from './short-address.ts'

/** What the capture told: where it was made, what it cost, how long it took. */
export function Facts({ version }: { version: AssetVersion }) {
  const { metadata, promptPackage } = version
  const seed = metadata?.seed
  const facts: [name: string, value: ReactNode][] = [
    ['Platform', version.platformLabel],
    ['Model', version.modelName],
    [
      'Seed',
      (typeof seed === 'string' || typeof seed === 'number') && (
        <span className="flex items-center gap-1">
          <span className="font-mono wrap-anywhere">{String(seed)}</span>
          <CopyButton text={String(seed)} label="Copy the seed" />
        </span>
      ),
    ],
    ['Type', assetTypeLabels[version.assetType]],
    ['Cost', version.costEstimateUsd !== null && money(version.costEstimateUsd)],
    ['Generating', version.generationSeconds !== null && duration(version.generationSeconds)],
    ['Waiting', version.queueWaitSeconds !== null && duration(version.queueWaitSeconds)],
    [
      'Made at',
      <time key="time" dateTime={version.createdAt}>
        {exactTime(version.createdAt)}
      </time>,
    ],
    [
      'Captured by',
      version.createdByName !== null && (
        <span key="who" className="flex items-center gap-1.5">
          <Face name={version.createdByName} size="small" />
          <bdi className="min-w-0 wrap-anywhere">{version.createdByName}</bdi>
        </span>
      ),
    ],
    [
      'Prompt package',
      promptPackage && (
        <Link
          key="package"
          to="/prompt-packages/$promptPackageId"
          params={{ promptPackageId: promptPackage.id }}
          className="underline underline-offset-2"
        >
          <span className="line-clamp-2">{promptPackage.name}</span>
        </Link>
      ),
    ],
    ['Its id there', version.externalAssetId && <span className="font-mono">{version.externalAssetId}</span>],
    [
      'Made on the page',
      version.sourceUrl && <External href={version.sourceUrl}>{shortAddress(version.sourceUrl)}</External>,
    ],
  ]
  return <FactList facts={facts} />
}
