import {
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
} from 'react'
import { arrowKeys, type Change, held, type Part, type View, whole, within, zoomKeys } from './zoom-view.ts'

export interface ZoomControl {
  change: (next: Change) => void
}

interface ZoomPaneProps {
  view: View
  onChange: (next: (view: View) => View) => void
  /** Size of what is seen, in its own pixels. */
  size: { width: number; height: number } | undefined
  /** Whether the wheel zooms at once, or only what is zoomed already (and else scrolls the page). */
  wheel: 'always' | 'zoomed'
  /** A click zooms to 100 %, or back; else only a double click does. */
  clickZooms?: boolean
  /** Gets to know the scale that shows 100 %. */
  fullScale?: RefObject<number>
  /** Lets keys and buttons elsewhere work in it. */
  control?: Ref<ZoomControl>
  /** A finger wiped over it while all of it is seen: 1 to the next, -1 to the one before. */
  onSwipe?: ((direction: 1 | -1) => void) | undefined
  label: string
  children: ReactNode
}

/** A place in the window, in pixels. */
interface Point {
  x: number
  y: number
}

/** A pane in which something can be looked at closely: by wheel, pinching, dragging, clicks and keys. */
export function ZoomPane({
  view,
  onChange,
  size,
  wheel,
  clickZooms,
  fullScale,
  control,
  onSwipe,
  label,
  children,
}: ZoomPaneProps) {
  const pane = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const moved = useRef(0)
  const start = useRef<Point>({ x: 0, y: 0 })

  const full = () => {
    const scale = size && content.current ? size.width / content.current.offsetWidth : 2
    return scale > 1.1 ? scale : 2
  }
  const change = (next: Change) => {
    const { clientWidth, clientHeight } = pane.current!
    const { offsetWidth, offsetHeight } = content.current!
    const scale = full()
    onChange((view) =>
      within(next(view, scale), { x: clientWidth / offsetWidth, y: clientHeight / offsetHeight }),
    )
  }
  useImperativeHandle(control, () => ({ change }))

  const partAt = ({ x, y }: Point): Part => {
    const box = pane.current!.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = content.current!
    return {
      x: (x - box.left - box.width / 2) / offsetWidth,
      y: (y - box.top - box.height / 2) / offsetHeight,
    }
  }
  /** Zooms and moves so that what was under one point is then under the other. */
  const hold = (times: number, from: Point, to = from) => {
    const [before, now] = [partAt(from), partAt(to)]
    change((view) => held(view, view.scale * times, before, now))
  }
  const toggle = (point: Point) => {
    const at = partAt(point)
    change((view, full) => (view.scale > 1 ? whole : held(view, full, at)))
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (wheel === 'zoomed' && view.scale === 1 && !event.ctrlKey) return
    event.preventDefault()
    hold(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0022)), { x: event.clientX, y: event.clientY })
  })
  // React's own wheel listener could not keep the page from scrolling.
  useEffect(() => {
    const element = pane.current
    const listener = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [])

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = { x: event.clientX, y: event.clientY }
    if (pointers.current.size === 0) {
      moved.current = 0
      start.current = at
    }
    pointers.current.set(event.pointerId, at)
  }
  const onMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const [, other] = [...pointers.current].find(([id]) => id !== event.pointerId) ?? []
    pointers.current.set(event.pointerId, now)
    moved.current += distance(before, now)
    if (!other) return hold(1, before, now)
    hold(
      distance(now, other) / Math.max(distance(before, other), 1),
      middle(before, other),
      middle(now, other),
    )
  }
  const onUp = (event: PointerEvent) => {
    const known = pointers.current.delete(event.pointerId)
    const across = event.clientX - start.current.x
    const isSwipe = Math.abs(across) > 48 && Math.abs(across) > 2 * Math.abs(event.clientY - start.current.y)
    if (known && isSwipe && view.scale === 1 && event.pointerType === 'touch') onSwipe?.(across < 0 ? 1 : -1)
    const isClick = known && event.type === 'pointerup' && moved.current < 5 && pointers.current.size === 0
    if (isClick && clickZooms && event.pointerType !== 'touch') toggle({ x: event.clientX, y: event.clientY })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <section
      ref={pane}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys zoom and move what is in it
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (event.target !== event.currentTarget) return
        const key = event.key.toLowerCase()
        const next = zoomKeys[key] ?? (view.scale > 1 ? arrowKeys[key] : undefined)
        if (!next) return
        event.preventDefault()
        change(next)
      }}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onDoubleClick={(event) => (clickZooms ? undefined : toggle({ x: event.clientX, y: event.clientY }))}
      style={{ containerType: 'size', touchAction: view.scale > 1 ? 'none' : 'pan-y' }}
      className={`relative grid size-full place-items-center overflow-hidden -outline-offset-2 select-none ${view.scale > 1 ? 'cursor-grab active:cursor-grabbing' : clickZooms ? 'cursor-zoom-in' : ''}`}
    >
      <div
        ref={(element) => {
          content.current = element
          if (element && fullScale) fullScale.current = full()
        }}
        style={{
          ...(size && {
            aspectRatio: `${size.width} / ${size.height}`,
            width: `min(100cqw, ${(100 * size.width) / size.height}cqh)`,
          }),
          transform: `scale(${view.scale}) translate(${(0.5 - view.x) * 100}%, ${(0.5 - view.y) * 100}%)`,
        }}
        className={size ? '' : 'size-full'}
      >
        {children}
      </div>
    </section>
  )
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
