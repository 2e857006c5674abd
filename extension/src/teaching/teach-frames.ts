import { create } from '../page/create.ts'
import { boxOf } from './tree.ts'

interface Framed {
  /** The picture that it is about. */
  media: Element
  picked: Element | undefined
  /** In the order of their numbers, which begin with 1. */
  numbered: readonly Element[]
}

/** Frames about elements of the page; `mostNumbered` with numbers. */
export function teachFrames(mostNumbered: number): { elements: HTMLElement[]; place(framed: Framed): void } {
  const picture = create('div', { class: 'frame for' })
  const pick = create('div', { class: 'frame picked', hidden: true })
  const numbers = Array.from({ length: mostNumbered }, (_, index) =>
    create('div', { class: 'frame', hidden: true }, create('div', { class: 'number' }, String(index + 1))),
  )
  return {
    elements: [picture, pick, ...numbers],
    place({ media, picked, numbered }) {
      placeAt(picture, media)
      placeAt(pick, picked)
      for (const [index, number] of numbers.entries()) placeAt(number, numbered[index])
    },
  }
}

function placeAt(frame: HTMLElement, at: Element | undefined): void {
  const { left, top, width, height } = at?.isConnected ? boxOf(at) : { left: 0, top: 0, width: 0, height: 0 }
  frame.hidden = width === 0 || height === 0
  if (frame.hidden) return
  frame.style.transform = `translate(${left}px, ${top}px)`
  frame.style.width = `${width}px`
  frame.style.height = `${height}px`
}
