import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Box, placesIn } from './places-in-box.ts'
import { covered } from './places-on-grid.ts'
import type { Grid } from './use-grid.ts'

/** Pixels that a press moves before it is no click. */
const leastMoved = 5

/** Pixels from the edge at which it scrolls, and how far at most by a frame. */
const [edge, fastest] = [56, 24]

interface LassoProps {
  feed: RefObject<HTMLElement | null>
  grid: Grid | undefined
  /** Of all places, loaded or not. */
  total: number
  /** Ends it: with the places that it touches; `adds` where what is chosen already stays so. */
  onChoose: (places: number[], adds: boolean) => void
}

/**
 * Chooses what a rectangle touches that is drawn with the mouse, from where nothing is: beside and between cards, and beside and
 * below rows. Returns the element that shows it, and the places that it touches while it is drawn. By touch the page scrolls instead.
 */
export function useLasso({ feed, grid, total, onChoose }: LassoProps) {
  const shown = useRef<HTMLDivElement>(null)
  const [touched, setTouched] = useState<{ places: number[]; adds: boolean }>()
  const placesOf = useEffectEvent((box: Box) => (grid ? placesIn(box, total, grid) : []))
  const choose = useEffectEvent(onChoose)

  useEffect(() => {
    let stop: (() => void) | undefined
    const press = (event: PointerEvent) => {
      const element = feed.current
      if (!element || event.pointerType !== 'mouse' || event.button !== 0) return
      if (!isEmpty(event, element)) return
      stop?.()
      stop = draw(event, element, {
        show: (box, adds) => {
          if (shown.current) place(shown.current, box)
          const places = placesOf(box)
          setTouched((before) => (before && isSame(before.places, places) ? before : { places, adds }))
        },
        end: (box, adds) => {
          stop = undefined
          if (shown.current) shown.current.hidden = true
          setTouched(undefined)
          if (box) choose(placesOf(box), adds)
        },
      })
    }
    document.addEventListener('pointerdown', press)
    return () => {
      document.removeEventListener('pointerdown', press)
      stop?.()
    }
  }, [feed])

  return { shown, touched }
}

/** On the board or on the page around it, where nothing is that a click means something to. */
function isEmpty({ target, clientX }: PointerEvent, feed: HTMLElement): boolean {
  if (!(target instanceof Element) || clientX >= document.documentElement.clientWidth) return false
  const board = feed.closest('[data-board]')
  return target.contains(feed) || (board?.contains(target) === true && isBetween(target, feed))
}

/** A place whose card is on its way is no card yet. */
function isBetween(target: Element, feed: HTMLElement): boolean {
  return target === feed || (target.parentElement === feed && target.ariaHidden === 'true')
}

interface Drawing {
  show: (box: Box, adds: boolean) => void
  /** Without a box where it was none, or somebody let go of it. */
  end: (box: Box | undefined, adds: boolean) => void
}

/** Follows the mouse until it is let go or Escape is pressed; what is returned ends it as well. */
function draw(press: PointerEvent, feed: HTMLElement, { show, end }: Drawing): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const adds = press.shiftKey || press.ctrlKey || press.metaKey
  const from = pointOn(feed, press)
  let at = { clientX: press.clientX, clientY: press.clientY }
  let isDrawn = false
  let frame = 0

  const finish = (isChosen: boolean) => {
    listening.abort()
    cancelAnimationFrame(frame)
    end(isDrawn && isChosen ? boxOf(from, pointOn(feed, at)) : undefined, adds)
  }
  const redraw = () => isDrawn && show(boxOf(from, pointOn(feed, at)), adds)
  const scroll = () => {
    const { top, bottom } = covered()
    const above = top + edge - at.clientY
    const below = at.clientY - (window.innerHeight - bottom - edge)
    const by = above > 0 ? -above : Math.max(0, below)
    if (by !== 0) window.scrollBy({ top: Math.max(-fastest, Math.min(fastest, by / 2)), behavior: 'instant' })
    frame = requestAnimationFrame(scroll)
  }
  // No text is chosen with it.
  document.addEventListener('selectstart', (event) => event.preventDefault(), { signal })
  document.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== press.pointerId) return
      at = { clientX: event.clientX, clientY: event.clientY }
      const moved = Math.hypot(at.clientX - press.clientX, at.clientY - press.clientY)
      if (!isDrawn && moved >= leastMoved) {
        isDrawn = true
        // Also beyond the window.
        feed.setPointerCapture(press.pointerId)
        frame = requestAnimationFrame(scroll)
      }
      redraw()
    },
    { signal },
  )
  window.addEventListener('scroll', redraw, { signal })
  document.addEventListener('pointerup', () => finish(true), { signal })
  document.addEventListener('pointercancel', () => finish(false), { signal })
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isDrawn) return
      event.preventDefault()
      event.stopPropagation()
      finish(false)
    },
    { signal, capture: true },
  )
  return () => finish(false)
}

function pointOn(feed: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top } = feed.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

function boxOf(one: { x: number; y: number }, other: { x: number; y: number }): Box {
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)]
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)]
  return { left, right, top, bottom }
}

function place(element: HTMLElement, { left, top, right, bottom }: Box): void {
  element.hidden = false
  element.style.transform = `translate(${left}px, ${top}px)`
  element.style.width = `${right - left}px`
  element.style.height = `${bottom - top}px`
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((place, index) => place === other[index])
}
