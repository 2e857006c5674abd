import { Button, buttonLook, IconButton } from '@dailies/ui/button.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { Link } from '@tanstack/react-router'
import { Columns2, Download, ListPlus, X } from 'lucide-react'
import { useState } from 'react'
import { ExportDialog } from '../../exports/lazy-export-dialog.ts'
import { AddToPlaylist } from '../../playlists/lazy-add-to-playlist.ts'
import { useMay } from '../../production/role.tsx'
import { emptyTray, type TrayItem, toggleInTray, trayLimit } from '../../takes/tray.ts'
import { Thumbnail } from '../../ui/media.tsx'

/** What is picked to be compared; from two on it can be. */
export function CompareTray({
  projectId,
  sceneDbId,
  tray,
}: {
  projectId: string
  sceneDbId: string
  tray: TrayItem[]
}) {
  const [open, setOpen] = useState<'playlist' | 'export'>()
  const close = () => setOpen(undefined)
  const mayWrite = useMay('editor')
  if (tray.length === 0) return null
  const versionIds = tray.map(({ id }) => id)
  return (
    <section
      data-covers="bottom"
      aria-label="Comparison tray"
      className="sticky bottom-14 z-20 -mx-4 mt-auto flex items-center gap-3 border-t border-line bg-surface px-4 py-2 shadow-[0_-8px_24px_-12px_rgb(0_0_0/0.4)] sm:-mx-6 sm:px-6 md:bottom-0 lg:-mx-8 lg:px-8"
    >
      <ul className="flex min-w-0 flex-1 gap-2 overflow-x-auto">
        {tray.map((item) => (
          <li
            key={item.id}
            className="relative h-12 w-20 shrink-0 overflow-hidden rounded-md border border-line sm:h-14 sm:w-24"
          >
            <Thumbnail take={item} alt={`${takeName(item)}, ${item.platformLabel}`} sizes="6rem" small />
            <span
              aria-hidden
              className="absolute bottom-0 left-0 max-w-full truncate rounded-tr bg-ink px-1 text-xs font-semibold text-canvas tabular-nums"
            >
              {takeName(item)}
            </span>
            <button
              type="button"
              aria-label={`Take ${takeName(item)} out of the tray`}
              onClick={() => toggleInTray(sceneDbId, item)}
              className="absolute top-0 right-0 flex size-7 items-center pointer-coarse:size-10 justify-center rounded-bl-md bg-raised text-ink hover:text-danger"
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
        {tray.length < trayLimit && (
          <li className="hidden h-14 w-24 shrink-0 items-center justify-center rounded-md border border-dashed border-strong-line text-center text-xs text-muted sm:flex">
            {tray.length === 1 ? 'Pick another' : `${trayLimit - tray.length} more fit`}
          </li>
        )}
      </ul>
      {mayWrite && (
        <>
          <IconButton icon={ListPlus} label="Add to playlist" onClick={() => setOpen('playlist')} />
          <IconButton icon={Download} label="Export" onClick={() => setOpen('export')} />
        </>
      )}
      {open === 'playlist' && <AddToPlaylist projectId={projectId} versionIds={versionIds} onClose={close} />}
      {open === 'export' && (
        <ExportDialog onClose={close} projectId={projectId} what={{ of: 'versions', versionIds }} mayAsk />
      )}
      <IconButton
        icon={X}
        label="Empty the tray"
        onClick={() => emptyTray(sceneDbId)}
        className="max-sm:hidden"
      />
      {tray.length < 2 ? (
        <Button icon={Columns2} look="primary" disabled>
          Compare
        </Button>
      ) : (
        <Link
          to="/compare"
          search={{ ids: versionIds.join(','), scene: sceneDbId }}
          className={buttonLook('primary')}
        >
          <Columns2 size={16} aria-hidden />
          Compare {tray.length}
        </Link>
      )}
    </section>
  )
}
