import { text } from '../texts.ts'
import { captureMany } from './capture-media.ts'
import { openChoice } from './choice.ts'
import { create, setAttributes } from './create.ts'
import { isCandidate, mediaAt, mediaIn } from './find-media.ts'
import type { Follower, Place } from './follow.ts'
import { createBar, steps } from './grid-bar.ts'
import type { Layer } from './layer.ts'
import { kindOf, type MediaElement } from './media-address.ts'

export interface Grid {
  /** Media that are new on the page can be chosen, too. */
  add(media: readonly MediaElement[]): void
  leave(): void
}

interface Cell {
  media: MediaElement
  box: HTMLElement
  end: () => void
}

const mostCells = 1000

/**
 * Choosing many: a box over each of the media, which are chosen by click or Space, a range of them with Shift. The page
 * stays as it is under it and can be scrolled; a click on a picture chooses it and does nothing else. `onLeave` is called
 * when the user leaves, with what became of a capture.
 */
export function openGrid(layer: Layer, follower: Follower, onLeave: () => void, outer: AbortSignal): Grid {
  const ending = new AbortController()
  const signal = AbortSignal.any([outer, ending.signal])
  const cells: Cell[] = []
  const choice = openChoice(() => cells)
  const list = create('div', { role: 'group', 'aria-label': text('pageGridItems') })
  const bar = createBar({ all: selectAll, capture, leave })
  // Where the keyboard was before.
  const focused = document.querySelector<HTMLElement>(':focus')
  layer.show()
  layer.floor.append(list)
  layer.front.replaceChildren(bar.element)
  add(mediaIn(document))
  const first = cells.find(({ box }) => box.offsetWidth > 0)
  if (first) moveTo(first)
  else bar.focus()

  function add(found: readonly MediaElement[]): void {
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
    draw()
  }

  function createCell(media: MediaElement): Cell {
    const box = create('div', { class: 'box', role: 'checkbox', tabindex: -1 })
    const cell: Cell = { media, box, end: () => {} }
    box.addEventListener('focus', () => media.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    box.addEventListener('keydown', (event) => onKey(event, cell))
    // By a screen reader: the pointer's clicks go to the page's own elements, see onClick.
    box.addEventListener('click', () => toggle(cell, false))
    cell.end = follower.follow(media, (place) => placeBox(box, place))
    return cell
  }

  function draw(): void {
    const total = cells.length
    for (const [index, { media, box }] of cells.entries()) {
      const label = text(`pageGrid_${kindOf(media)}`, index + 1, total)
      const isChosen = choice.has(cells[index]!)
      setAttributes(box, { 'aria-label': label, 'aria-checked': String(isChosen) })
    }
    if (!cells.some(({ box }) => box.tabIndex === 0)) cells[0]?.box.setAttribute('tabindex', '0')
    bar.draw(choice.size, total)
  }

  function toggle(cell: Cell, range: boolean): void {
    choice.toggle(cell, range)
    draw()
  }

  function selectAll(): void {
    choice.toggleAll()
    draw()
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
    const chosen = choice.chosen().map(({ media }) => media)
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
  })
  return { add, leave }
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
