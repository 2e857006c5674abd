import { Button, buttonLook, IconButton } from '@dailies/ui/button.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { Link } from '@tanstack/react-router'
import { Columns2, Download, ListPlus, X } from 'lucide-react'
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ExportDialog } from '../../exports/lazy-export-dialog.ts'
import { AddToPlaylist } from '../../playlists/lazy-add-to-playlist.ts'
import { useMay } from '../../production/role.tsx'
import { emptyTray, type TrayItem, toggleInTray, trayLimit } from '../../takes/tray.ts'
import type { useChangeMany } from '../../takes/use-change-many.ts'
import { Thumbnail } from '../../ui/media.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { ChangeChosen } from './change-chosen.tsx'
import { TakesButton } from './takes-button.tsx'
import type { AllThatMatch } from './use-all-that-match.ts'

const narrow = window.matchMedia('(max-width: 639px)')

/** Of more, so many are seen. */
const shownAtOnce = 8

interface CompareTrayProps {
  projectId: string
  sceneDbId: string
  tray: TrayItem[]
  all: AllThatMatch | undefined
  /** Loads all that are chosen. */
  onSpellOut: () => Promise<unknown>
  onChanged: (ids: readonly string[]) => void
  /** How many takes the board shows, loaded or not. */
  matches: number
  /** How many are in closed stacks of which the face is chosen. */
  folded: number
  onChooseAll: () => Promise<unknown>
  shots: readonly { id: string; shotCode: string }[]
  groups: readonly string[]
  many: ReturnType<typeof useChangeMany>
}

/** What is chosen: two to four can be compared, and any number changed at once. */
export function CompareTray({
  projectId,
  sceneDbId,
  tray,
  all,
  onSpellOut,
  matches,
  folded,
  onChooseAll,
  many,
  ...rest
}: CompareTrayProps) {
  const [open, setOpen] = useState<'playlist' | 'export'>()
  const close = () => setOpen(undefined)
  const mayWrite = useMay('editor')
  const [isChoosing, setChoosing] = useState(false)
  const chooseAll = async () => {
    setChoosing(true)
    await onChooseAll()
    setChoosing(false)
  }
  const count = all?.count ?? tray.length
  const openWith = async (what: 'playlist' | 'export') => {
    if (all && 'of' in all.chosen) await onSpellOut()
    setOpen(what)
  }
  const isNarrow = useMediaQuery(narrow)
  const further = [
    { icon: ListPlus, label: 'Add to playlist', of: count, onClick: () => void openWith('playlist') },
    { icon: Download, label: 'Export', of: count, onClick: () => void openWith('export') },
  ]
  const isEmpty = tray.length === 0
  const keyboard = useKeyboardToBoard(isEmpty)
  // It was of what was chosen.
  const isOutdated = isEmpty && many.refused.length > 0
  useEffect(() => {
    if (isOutdated) many.forgetRefused()
  }, [isOutdated, many])
  if (isEmpty) return null
  const versionIds = all && 'ids' in all.chosen ? [...all.chosen.ids] : tray.map(({ id }) => id)
  return (
    <section
      {...keyboard}
      data-covers="bottom"
      aria-label="Comparison tray"
      className="sticky bottom-14 z-20 -mx-4 mt-auto flex items-center gap-3 border-t max-sm:flex-wrap max-sm:justify-end max-sm:gap-2 border-line bg-surface px-4 py-2 shadow-[0_-8px_24px_-12px_rgb(0_0_0/0.4)] sm:-mx-6 sm:px-6 md:bottom-0 lg:-mx-8 lg:px-8"
    >
      {/* On a phone it is one row, in which they are moved sideways, unless what is told is long. */}
      <ul className="flex min-w-0 flex-1 gap-2 overflow-x-auto max-sm:basis-16">
        {tray.slice(0, shownAtOnce).map((item) => (
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
              // A finger takes the whole picture: a button of its size would lie on the name.
              className="group absolute top-0 right-0 flex items-start justify-end rounded-md pointer-coarse:inset-0"
            >
              <span className="flex size-7 items-center justify-center rounded-bl-md bg-raised text-ink group-hover:text-danger pointer-coarse:size-5">
                <X size={14} aria-hidden />
              </span>
            </button>
          </li>
        ))}
        {count > shownAtOnce && (
          <li className="flex h-12 shrink-0 items-center px-2 text-sm text-muted tabular-nums sm:h-14">
            and {(count - shownAtOnce).toLocaleString()} more
          </li>
        )}
        {count < trayLimit && (
          <li className="hidden h-14 w-24 shrink-0 items-center justify-center rounded-md border border-dashed border-strong-line text-center text-xs text-muted sm:flex">
            {count === 1 ? 'Pick another' : `${trayLimit - count} more fit`}
          </li>
        )}
      </ul>
      {folded > 0 && (
        <p role="status" className="max-w-48 text-xs text-muted tabular-nums max-sm:basis-full">
          Not chosen: {folded.toLocaleString()} more in closed stacks
        </p>
      )}
      {matches > count && tray.length >= 2 && mayWrite && (
        <Button look="quiet" busy={isChoosing} onClick={() => void chooseAll()} className="max-lg:hidden">
          All {matches.toLocaleString()}
        </Button>
      )}
      {mayWrite && (
        <>
          <ChangeChosen
            {...{ projectId, sceneDbId, tray, all, matches, many, ...rest }}
            onChooseAll={() => void chooseAll()}
            further={isNarrow ? further : []}
          />
          {!isNarrow && further.map((one) => <TakesButton key={one.label} {...one} />)}
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
        // On a phone it is in the menu of who has one.
        className={mayWrite ? 'max-sm:hidden' : ''}
      />
      {count > trayLimit ? (
        <span role="status" className="text-sm whitespace-nowrap text-muted tabular-nums max-sm:sr-only">
          {count.toLocaleString()} chosen
        </span>
      ) : count < 2 ? (
        <Button icon={Columns2} look="primary" disabled>
          Compare
        </Button>
      ) : (
        <Link
          to="/compare"
          search={{ ids: versionIds.join(','), scene: sceneDbId }}
          className={buttonLook('primary')}
        >
          <Columns2 size={16} className="max-sm:hidden" aria-hidden />
          Compare {count}
        </Link>
      )}
    </section>
  )
}

/** The keyboard of what is chosen goes to the board, once nothing is. */
function useKeyboardToBoard(isEmpty: boolean) {
  const isHere = useRef(false)
  useLayoutEffect(() => {
    if (!isEmpty || !isHere.current) return
    isHere.current = false
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [isEmpty])
  return {
    onFocus: () => {
      isHere.current = true
    },
    onBlur: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
      // What is taken away with the keyboard on it leaves it here.
      if (target.isConnected && !currentTarget.contains(relatedTarget)) isHere.current = false
    },
  }
}
