import type { SearchHit } from '@dailies/contract/search.ts'
import { StatusBadge } from '@dailies/ui/badges.tsx'
import { IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { Copy } from 'lucide-react'
import { text } from '../../texts.ts'
import { useService } from '../service.tsx'
import { statusLabels } from '../ui/labels.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'

/** A take that was found: what it is, where it stands, and its prompt to be taken along. */
export function FoundTake({ hit }: { hit: SearchHit }) {
  const { hrefOf } = useService()
  const { id, title, prompt, project, scene, shot, platformLabel, modelName, status } = hit
  const name = takeName(hit)
  return (
    <li className="relative flex gap-3 rounded-xl border border-line bg-surface p-2 focus-within:border-strong-line">
      <Thumbnail media={hit} className="h-19 w-24 narrow:h-15 narrow:w-18" />
      <div className="flex min-w-0 flex-1 flex-col">
        <a
          data-found
          href={hrefOf(`/assets/${id}`)}
          target="_blank"
          rel="noreferrer"
          className="line-clamp-2 text-sm font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-xl hover:underline"
        >
          <bdi>{title || prompt || name}</bdi>
          <span className="sr-only"> {text('panelNewTab')}</span>
        </a>
        <p className="truncate text-xs">
          <bdi>{project.name}</bdi> › <bdi>{text('panelSceneOf', scene.sceneId)}</bdi>
          {shot && (
            <>
              {' › '}
              <bdi>{shot.shotCode}</bdi>
            </>
          )}
        </p>
        <div className="mt-auto flex items-end gap-1 pt-0.5">
          <p className="min-w-0 flex-1 truncate pb-0.5 text-xs text-muted">
            {name} · <bdi>{modelName || platformLabel}</bdi>
          </p>
          <StatusBadge status={status} label={statusLabels[status]} />
          {prompt && (
            <IconButton
              icon={Copy}
              size="small"
              label={text('panelSearchCopyOf', title || name)}
              onClick={() => void copyPrompt(prompt)}
              className="relative -mr-1 -mb-1"
            />
          )}
        </div>
      </div>
    </li>
  )
}

async function copyPrompt(prompt: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(prompt)
    notify(text('panelSearchCopied'))
  } catch {
    notify(text('panelSearchNotCopied'), { failed: true })
  }
}
