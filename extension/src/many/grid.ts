import { create, setAttributes } from '../page/create.ts'
import { isCandidate, mediaAt, mediaIn } from '../page/find-media.ts'
import type { Place } from '../page/follow.ts'
import type { Gesture } from '../page/gesture.ts'
import { kindOf, type MediaElement } from '../page/media-address.ts'
import type { PageParts } from '../page/page-parts.ts'
import { watchPage } from '../page/watch-page.ts'
import type { ChoosingMany } from '../page/world.ts'
import { text } from '../texts.ts'
import { openChoice } from './choice.ts'
import gridStyle from './grid.css?inline'
import { createBar, steps } from './grid-bar.ts'
import { type Item, openSeenMedia } from './seen-media.ts'

/** An element that shows media now: another one later, where the page uses its elements again. */
interface Cell {
  media: MediaElement
  item: Item | undefined
  box: HTMLElement
  end: () => void
}

const mostCells = 1000

/** Those that were seen, with those that are gone from the page. */
const mostItems = 5000

/**
 * Choosing many: a box over each of the media, which are chosen by click or Space, a range of them with Shift. The page
 * stays as it is under it and can be scrolled; a click on a picture chooses it and does nothing else. What is chosen is what was
 * shown then, and stays chosen when the page shows something else in its place. `onLeave` is called when the user leaves.
 */
export function openGrid(
  { layer, follower, markOf, signal: outer }: PageParts,
  { captureMany, seeNow }: Gesture,
  onLeave: () => void,
): ChoosingMany {
  const ending = new AbortController()
  const signal = AbortSignal.any([outer, ending.signal])
  const choice = openChoice<Item>(() => seen.items)
  const seen = openSeenMedia(
    { seeNow, isMarked: (media) => markOf(media) !== undefined, isChosen: choice.has },
    mostItems,
  )
  let cells: Cell[] = []
  const list = create('div', { role: 'group', 'aria-label': text('pageGridItems') })
  const bar = createBar({ all: selectAll, capture, leave })
  // Where the keyboard was before.
  const focused = document.querySelector<HTMLElement>(':focus')
  const undress = layer.dress(gridStyle)
  layer.show()
  layer.floor.append(list)
  layer.front.append(bar.element)
  look(mediaIn(document))
  const first = cells.find(({ box }) => box.offsetWidth > 0)
  if (first) moveTo(first)
  else bar.focus()
  watchPage({ onFound: look, onChange: follower.soon }, signal)

  /** Media that are new, or show something else; and what is gone. */
  function look(found: readonly MediaElement[]): void {
    for (const { media, box, end } of cells) {
      if (media.isConnected) continue
      end()
      box.remove()
    }
    cells = cells.filter(({ media }) => media.isConnected)
    const present = new Set(cells.map(({ media }) => media))
    for (const media of found) {
      if (cells.length < mostCells && !present.has(media) && isCandidate(media)) cells.push(createCell(media))
    }
    cells.sort((one, other) => inOrder(one.media, other.media))
    let next: Element | null = null
    for (const { box } of cells.toReversed()) {
      // One that is there already is not moved: it may have the focus.
      if (!box.isConnected) list.insertBefore(box, next)
      next = box
    }
    const items = seen.look(cells.map(({ media }) => media))
    for (const [index, cell] of cells.entries()) cell.item = items[index]
    draw()
  }

  function createCell(media: MediaElement): Cell {
    const box = create('div', { class: 'box', role: 'checkbox', tabindex: -1 })
    const cell: Cell = { media, item: undefined, box, end: () => {} }
    box.addEventListener('focus', () => media.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    box.addEventListener('keydown', (event) => onKey(event, cell))
    // By a screen reader: the pointer's clicks go to the page's own elements, see onClick.
    box.addEventListener('click', () => toggle(cell, false))
    cell.end = follower.follow(media, (place) => placeBox(box, place))
    return cell
  }

  function draw(): void {
    const { items } = seen
    for (const { media, item, box } of cells) {
      const number = item ? items.indexOf(item) + 1 : 0
      const isChosen = item !== undefined && choice.has(item)
      const label = text(`pageGrid_${kindOf(media)}`, number, items.length)
      box.hidden = !item
      setAttributes(box, { 'aria-label': label, 'aria-checked': String(isChosen) })
    }
    if (!cells.some(({ box }) => box.tabIndex === 0)) cells[0]?.box.setAttribute('tabindex', '0')
    const left = unmarked()
    bar.draw({ chosen: choice.size, total: items.length, isAll: left.every((item) => choice.has(item)) })
  }

  /** The page may have put another picture there a moment ago. */
  function toggle(cell: Cell, range: boolean): void {
    look([])
    if (!cell.item) return
    choice.toggle(cell.item, range)
    draw()
  }

  function selectAll(): void {
    look([])
    choice.toggleAll(unmarked())
    draw()
  }

  /** Those that are in the workspace already are chosen one by one, or not at all. */
  function unmarked(): Item[] {
    return seen.items.filter(({ isMarked }) => !isMarked)
  }

  function onKey(event: KeyboardEvent, cell: Cell): void {
    const at = cells.indexOf(cell)
    const step = steps[event.key]
    if (step !== undefined) {
      const next = cells[at + step]
      if (next) moveTo(next)
      if (next && event.shiftKey) toggle(next, true)
    } else if (event.key === 'Home') moveTo(cells[0]!)
    else if (event.key === 'End') moveTo(cells.at(-1)!)
    else if (event.key === ' ') toggle(cell, event.shiftKey)
    else if (event.key === 'Enter') capture()
    else return
    event.preventDefault()
  }

  function moveTo({ box }: Cell): void {
    for (const cell of cells) cell.box.tabIndex = cell.box === box ? 0 : -1
    box.focus()
  }

  async function capture(): Promise<void> {
    const chosen = choice.chosen().map((item) => item.seen)
    if (chosen.length === 0 || bar.isBusy()) return
    bar.busy(0, chosen.length)
    const outcome = await captureMany(chosen, (done) => bar.busy(done, chosen.length))
    if (signal.aborted) return
    layer.say(outcome.text)
    bar.tell(outcome, leave)
  }

  function leave(): void {
    if (signal.aborted) return
    ending.abort()
    focused?.focus()
    onLeave()
  }

  /** What the pointer does on media is for the grid alone; the wheel and a swipe are the page's, and scroll it. */
  function onPointer(event: MouseEvent): void {
    const path = event.composedPath()
    if (layer.has(path) || !event.isTrusted) return
    const media = mediaAt(path, event.clientX, event.clientY)
    const cell = cells.find((one) => one.media === media)
    if (!cell) return
    event.stopImmediatePropagation()
    // Nothing is selected or dragged, and the keyboard stays where it is.
    if (event.type !== 'pointerdown') event.preventDefault()
    if (event.type === 'click' && !bar.isBusy()) toggle(cell, event.shiftKey)
  }

  // On the window, ahead of the page's own listeners.
  for (const type of ['click', 'dblclick', 'pointerdown', 'pointerup', 'mousedown', 'mouseup'] as const) {
    addEventListener(type, onPointer, { capture: true, signal })
  }
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || bar.isBusy()) return
    event.stopImmediatePropagation()
    event.preventDefault()
    leave()
  }
  addEventListener('keydown', onEscape, { capture: true, signal })
  signal.addEventListener('abort', () => {
    for (const { end } of cells) end()
    list.remove()
    bar.element.remove()
    undress()
  })
  return { leave }
}

function inOrder(one: Element, other: Element): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

/** Out of sight it stays where the keyboard finds it, without a place on the page that would make that larger. */
function placeBox(box: HTMLElement, { seen }: Place): void {
  if (!seen) {
    box.style.cssText = 'opacity: 0'
    return
  }
  const { left, top, right, bottom } = seen
  const size = `width: ${right - left}px; height: ${bottom - top}px`
  box.style.cssText = `transform: translate(${left}px, ${top}px); ${size}`
}
