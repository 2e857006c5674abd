import type { Storage } from '@dailies/contract/media.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { Link } from '@tanstack/react-router'
import { bytesText } from '../../ui/bytes.ts'
import { Section } from '../../ui/page.tsx'

/** The largest originals, each with the way to it. */
export function Biggest({ versions }: { versions: Storage['biggest'] }) {
  if (versions.length === 0) return null
  return (
    <Section title="The biggest">
      <ol className="flex flex-col">
        {versions.map(({ assetVersionId, title, projectName, sceneId, type, bytes, ...take }) => (
          <li
            key={assetVersionId}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2 last:border-b-0"
          >
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <Link
                to="/assets/$assetId"
                params={{ assetId: assetVersionId }}
                className="font-medium underline underline-offset-2"
              >
                {title ?? takeName(take)}
              </Link>{' '}
              <span className="text-sm text-muted">
                {title && `${takeName(take)}, `}
                <bdi>{projectName}</bdi>, scene {sceneId}
              </span>
            </span>
            <span className="text-sm text-muted">{type ?? 'unknown type'}</span>
            <span className="w-20 text-right tabular-nums">{bytesText(bytes)}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
