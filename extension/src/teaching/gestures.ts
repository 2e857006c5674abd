import type { Layer } from '../page/layer.ts'
import type { Choice } from './teach-card.ts'

interface Gestures {
  layer: Layer
  root: ShadowRoot
  /** The pointer is at a point of the window, over the page; once in a frame at the most. */
  onPoint(x: number, y: number): void
  onClick(x: number, y: number, isTouch: boolean): void
  /** `Enter`, `Shift` (pressed alone), `Shift+Tab` …; true where it did something. */
  onKey(key: string): boolean
  onChoice(choice: Choice): void
}

const ofPointer =
  'pointerdown pointerup pointermove pointerover pointerout pointerenter pointerleave mousedown mouseup mousemove mouseover mouseout click dblclick auxclick contextmenu touchstart touchmove touchend dragstart selectstart'.split(
    ' ',
  )

/**
 * Has the user's own gestures, and lets nothing on the page have them: they are taken before they reach it, and none of them
 * does anything there. What a script makes up is no gesture.
 */
export function takeGestures({ layer, root, ...does }: Gestures, signal: AbortSignal): void {
  let point: { x: number; y: number } | undefined
  let isTouch = false
  /** Shift, as long as nothing else was pressed with it. */
  let isShiftAlone = false

  function onPointer(event: Event): void {
    if (!event.isTrusted || !layer.has(event.composedPath())) return
    event.stopImmediatePropagation()
    const { type } = event
    const { clientX, clientY, detail, pointerType } = event as PointerEvent
    if (type === 'pointerdown') isTouch = pointerType === 'touch'
    const inside =
      detail === 0 && type === 'click' ? root.activeElement : root.elementFromPoint(clientX, clientY)
    const isCard = inside?.closest('.teach')
    // What is pressed takes the focus; the page's own keeps its.
    if (type === 'mousedown' && !isCard) event.preventDefault()
    if (type === 'contextmenu') event.preventDefault()
    if (type === 'pointermove' && !isCard) pointSoon(clientX, clientY)
    if (type !== 'click') return
    if (!isCard) does.onClick(clientX, clientY, isTouch)
    const button = inside?.closest<HTMLElement>('[data-does]')
    if (button && !button.hasAttribute('aria-disabled')) does.onChoice(button.dataset.does as Choice)
  }

  function pointSoon(x: number, y: number): void {
    const isWaiting = point !== undefined
    point = { x, y }
    if (isWaiting) return
    requestAnimationFrame(() => {
      if (point && !signal.aborted) does.onPoint(point.x, point.y)
      point = undefined
    })
  }

  function onKey(event: KeyboardEvent): void {
    if (!event.isTrusted) return
    event.stopImmediatePropagation()
    const { type, key, shiftKey, ctrlKey, metaKey, altKey, isComposing } = event
    if (ctrlKey || metaKey || altKey || isComposing) return
    if (key === 'Shift') {
      if (type === 'keydown') isShiftAlone = !event.repeat
      else if (type === 'keyup' && isShiftAlone) does.onKey('Shift')
      return
    }
    isShiftAlone = false
    if (type !== 'keydown') return
    // A button that has the focus is pressed by it.
    const isOnButton = root.activeElement instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')
    if (isOnButton) return
    if (does.onKey(shiftKey && key === 'Tab' ? 'Shift+Tab' : key)) event.preventDefault()
    else if (!layer.has(event.composedPath())) event.preventDefault()
  }

  /** Over what is ours the page is scrolled as it would be without it. */
  function onWheel(event: WheelEvent): void {
    if (!event.isTrusted || !layer.has(event.composedPath())) return
    event.stopImmediatePropagation()
    const { clientX, clientY, deltaX, deltaY } = event
    if (root.elementFromPoint(clientX, clientY)?.closest('.teach')) return
    const under = document.elementsFromPoint(clientX, clientY).find((element) => element !== root.host)
    for (let at = under; at instanceof Element; at = at.parentElement ?? undefined) {
      const { scrollLeft, scrollTop } = at
      at.scrollBy(deltaX, deltaY)
      if (at.scrollLeft !== scrollLeft || at.scrollTop !== scrollTop) {
        event.preventDefault()
        return
      }
    }
  }

  const options = { capture: true, signal, passive: false }
  for (const type of ofPointer) addEventListener(type, onPointer, options)
  for (const type of ['keydown', 'keyup', 'keypress'] as const) addEventListener(type, onKey, options)
  addEventListener('wheel', onWheel, options)
  for (const type of ['focusin', 'focusout'] as const) {
    addEventListener(
      type,
      (event) => {
        if (layer.has(event.composedPath())) event.stopImmediatePropagation()
      },
      options,
    )
  }
}
