import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import type { AssetCard } from '@dailies/contract/board.ts'
import { statusLabels } from '@dailies/ui/badges.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { useRouter } from '@tanstack/react-router'
import {
  Award,
  CheckCheck,
  CircleCheck,
  Columns2,
  Copy,
  HardDriveDownload,
  Images,
  Layers,
  ListPlus,
  type LucideIcon,
  Maximize2,
  RotateCw,
  Trash2,
  Undo2,
} from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { AddToPlaylist } from '../../playlists/lazy-add-to-playlist.ts'
import type { BoardSearch } from '../../takes/board-search.ts'
import { hasPicture } from '../../takes/has-picture.ts'
import { useRightsWarning } from '../../takes/rights-warning.tsx'
import { addToTray, toggleInTray } from '../../takes/tray.ts'
import { isPastSelection, useAssetActions } from '../../takes/use-asset-actions.ts'
import { useKeepMedia } from '../../takes/use-keep-media.ts'
import { copyText } from '../../ui/copy.tsx'
import { errorText } from '../../ui/error-text.ts'
import { sourceOf } from '../../ui/media.tsx'
import { MenuAt } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-at.tsx'
import { takeElementId } from './addresses.ts'
import type { Doing } from './doing.ts'
import { GroupPopover } from './group-popover.tsx'
import { toggleSound } from './sound.ts'

interface Settings {
  projectId: string
  sceneDbId: string
  /** Picks, approves, groups and deletes; who may not only looks. */
  mayDecide: boolean
  /** What is in the comparison tray. */
  picked: Set<string>
  /** Opens the stack that it is in, or closes it. */
  toggleStack: (card: AssetCard) => void
  /** What the board shows, as far as it is loaded. */
  cardsOfBoard: () => readonly AssetCard[]
  /** The card that the keyboard comes to. */
  marked: () => AssetCard | undefined
  /** Compare groups of the scene. */
  groups: string[]
  /** Tells screen readers. */
  announce: (text: string) => void
  /** Keeps in the address where one was, before another screen is opened. */
  beforeLeaving: () => Promise<void>
}

interface Popup {
  kind: 'menu' | 'group'
  card: AssetCard
  anchor: Element
}

/** What can be done with a take on the board, by its buttons, its menu or the keyboard. */
export function useTakeCommands({
  projectId,
  sceneDbId,
  mayDecide,
  picked,
  toggleStack,
  cardsOfBoard,
  marked,
  groups,
  announce,
  beforeLeaving,
}: Settings): {
  run: (doing: Doing, card: AssetCard, element: HTMLElement) => void
  /** All that can be done with it, as its menu has it. */
  itemsOf: (card: AssetCard, anchor: Element) => (MenuItem | 'line')[]
  overlays: ReactNode
} {
  const router = useRouter()
  const actions = useAssetActions()
  const rights = useRightsWarning()
  const keep = useKeepMedia()
  const [popup, setPopup] = useState<Popup>()
  const [open, setOpen] = useState(false)
  const [lastGroup, setLastGroup] = useState('')
  const lastPicked = useRef<string>(undefined)
  const [listing, setListing] = useState<string>()

  const askedAbout = (card: AssetCard) => ({ ...card, projectId, sceneDbId })
  const tell = (worked: Promise<boolean>, text: string) => void worked.then((did) => did && announce(text))

  const toDecide: Doing[] = ['select', 'approve', 'group']
  const commands: Record<Doing, (card: AssetCard, element: HTMLElement) => void> = {
    open: async ({ id }) => {
      await beforeLeaving()
      const { at: _, ...board } = router.state.location.search as BoardSearch
      await router.navigate({ to: '/assets/$assetId', params: { assetId: id }, state: { board } })
    },
    select: (card) => {
      const name = takeName(card)
      if (card.selected) return tell(actions.drop(card), `${name} is the winner no longer`)
      rights.ask(askedAbout(card), 'select', () => tell(actions.select(card), `${name} is the winner`))
    },
    approve: (card) => {
      const name = takeName(card)
      if (isPastSelection(card.status)) return announce(`${name} is approved already`)
      rights.ask(askedAbout(card), 'approve', () => tell(actions.approve(card), `${name} is approved`))
    },
    pick: (card) => {
      toggleInTray(sceneDbId, card)
      lastPicked.current = card.id
    },
    'pick-range': (card) => {
      const cards = cardsOfBoard()
      const places = [card.id, lastPicked.current ?? card.id].map((id) =>
        cards.findIndex((one) => one.id === id),
      )
      const from = places.includes(-1) ? places[0]! : Math.min(...places)
      addToTray(sceneDbId, cards.slice(from, (places.includes(-1) ? from : Math.max(...places)) + 1))
      lastPicked.current = card.id
    },
    play: (card) => {
      const { kind, playable } = sourceOf(card)
      if (kind === 'sound' && playable) toggleSound(card.id, playable)
    },
    'compare-group': async ({ compareGroup }) => {
      await beforeLeaving()
      await router.navigate({ to: '/compare', search: { scene: sceneDbId, group: compareGroup ?? '' } })
    },
    group: (card, anchor) => show({ kind: 'group', card, anchor }),
    menu: (card, anchor) => show({ kind: 'menu', card, anchor }),
    stack: toggleStack,
  }

  function show(next: Popup) {
    setPopup(next)
    setOpen(true)
  }

  async function lookFor({ id }: AssetCard): Promise<void> {
    await beforeLeaving()
    await router.navigate({ to: '/search', search: { like: id } })
  }

  function keepItems({ id, media }: AssetCard): MenuItem[] {
    if (media?.state !== 'waiting' && media?.state !== 'lost') return []
    const isLost = media.state === 'lost'
    const label = isLost ? 'Try again to keep it' : 'Keep now'
    return [{ label, icon: isLost ? RotateCw : HardDriveDownload, onSelect: () => keep.mutate({ id }) }]
  }

  function itemsOf(card: AssetCard, anchor: Element): (MenuItem | 'line')[] {
    const command = (label: string, icon: LucideIcon, doing: Doing): MenuItem => ({
      label,
      icon,
      ...(keysOf[doing] && { keys: keysOf[doing] }),
      onSelect: () => commands[doing](card, anchor as HTMLElement),
    })
    const step = (label: string, icon: LucideIcon, status: AssetStatus): MenuItem => ({
      label,
      icon,
      onSelect: () =>
        tell(
          actions.changeStatus(card, status),
          `${takeName(card)} is ${statusLabels[status].toLowerCase()}`,
        ),
    })
    const copy = { label: 'Copy prompt', icon: Copy, onSelect: () => void copyPrompt(card) }
    const alike: MenuItem[] = hasPicture(card)
      ? [{ label: 'Looks like this', icon: Images, onSelect: () => void lookFor(card) }]
      : []
    const toTray = command(
      picked.has(card.id) ? 'Take out of the comparison' : 'Add to the comparison',
      Columns2,
      'pick',
    )
    if (!mayDecide) return [command('Open', Maximize2, 'open'), toTray, ...alike, copy]
    const before = statusBefore(card)
    return [
      command('Open', Maximize2, 'open'),
      ...(isPastSelection(card.status) && card.selected
        ? []
        : [command(card.selected ? 'Drop as winner' : 'Select as winner', Award, 'select')]),
      ...(isPastSelection(card.status) ? [] : [command('Approve', CircleCheck, 'approve')]),
      ...(card.status === 'APPROVED' ? [step('Mark as final', CheckCheck, 'FINAL')] : []),
      ...(before ? [step(`Back to ${statusLabels[before].toLowerCase()}`, Undo2, before)] : []),
      'line',
      // The popover opens once the menu has given the focus back.
      {
        label: 'Compare group …',
        icon: Layers,
        keys: 'G',
        onSelect: () =>
          setTimeout(() => commands.group(card, elementOf(card) ?? (anchor as HTMLElement)), 50),
      },
      toTray,
      { label: 'Add to playlist …', icon: ListPlus, onSelect: () => setListing(card.id) },
      ...alike,
      copy,
      ...keepItems(card),
      'line',
      { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void actions.remove(card) },
    ]
  }

  const shared = popup && {
    open,
    onClose: () => setOpen(false),
    anchor: popup.anchor,
    // What was deleted by its menu leaves the keyboard to the one in its place.
    finalFocus: () => elementOf(popup.card) ?? elementOf(marked()),
  }
  return {
    run: (doing, card, element) => {
      if (mayDecide || !toDecide.includes(doing)) commands[doing](card, element)
    },
    itemsOf,
    overlays: (
      <>
        {rights.dialog}
        {listing && (
          <AddToPlaylist projectId={projectId} versionIds={[listing]} onClose={() => setListing(undefined)} />
        )}
        {shared && popup.kind === 'menu' && (
          <MenuAt {...shared} label={takeName(popup.card)} items={itemsOf(popup.card, popup.anchor)} />
        )}
        {shared && popup.kind === 'group' && (
          <GroupPopover
            key={popup.card.id}
            {...shared}
            card={popup.card}
            groups={groups}
            suggestion={lastGroup}
            onSet={(compareGroup) => {
              setOpen(false)
              if (compareGroup) setLastGroup(compareGroup)
              const text = compareGroup ? `is in the compare group ${compareGroup}` : 'is in no compare group'
              tell(actions.setCompareGroup(popup.card, compareGroup), `${takeName(popup.card)} ${text}`)
            }}
          />
        )}
      </>
    ),
  }
}

/** Of the board, where a take has the keyboard. */
const keysOf: Partial<Record<Doing, string>> = { open: 'Enter', select: 'S', approve: 'A', pick: 'C' }

/** One step back; an approved one that is no winner does not become it by that. */
function statusBefore({ status, selected }: AssetCard): AssetStatus | undefined {
  if (status === 'FINAL') return 'APPROVED'
  if (status === 'APPROVED') return selected ? 'SELECTED' : 'GENERATED'
  if (status === 'SELECTED') return 'GENERATED'
  return status === 'GENERATED' ? 'DRAFT' : undefined
}

/** A card has only the beginning of a long prompt. */
async function copyPrompt({ id }: AssetCard): Promise<void> {
  try {
    const { data } = await call('readAsset', { params: { id } })
    if (await copyText(data.prompt)) notify('The prompt is copied')
    else
      notify('The browser does not let the console copy: open the version and select the text', {
        failed: true,
      })
  } catch (error) {
    notify(errorText(error), { failed: true })
  }
}

function elementOf(card: AssetCard | undefined): HTMLElement | null {
  return card ? document.getElementById(takeElementId(card.id)) : null
}
