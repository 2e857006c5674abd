import {
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'

/** How near something is looked at, 1 where all of it fits, and which point of it (0 to 1) is in the middle. */
export interface View {
  scale: number
  x: number
  y: number
}

export const whole: View = { scale: 1, x: 0.5, y: 0.5 }

const nearest = 32

/** The view that a key leads to, if it is one of + - 0 z and the arrows; `full` is the scale of 100 %. */
function viewAfterKey(view: View, key: string, full: number): View | undefined {
  const step = 0.15 / view.scale
  switch (key) {
    case '+':
    case '=':
      return zoomed(view, view.scale * 1.25)
    case '-':
      return zoomed(view, view.scale / 1.25)
    case '0':
      return whole
    case 'z':
      return view.scale > 1 ? whole : zoomed(view, full)
    case 'arrowleft':
      return { ...view, x: view.x - step }
    case 'arrowright':
      return { ...view, x: view.x + step }
    case 'arrowup':
      return { ...view, y: view.y - step }
    case 'arrowdown':
      return { ...view, y: view.y + step }
  }
  return undefined
}

export function zoomed(view: View, scale: number): View {
  const next = Math.min(Math.max(scale, 1), nearest)
  return next === 1 ? whole : { ...view, scale: next }
}

export interface ZoomControl {
  press: (key: string) => void
}

interface ZoomPaneProps {
  view: View
  onChange: (view: View) => void
  /** Size of what is seen, in its own pixels. */
  size: { width: number; height: number } | undefined
  /** Whether the wheel zooms at once, or only what is zoomed already (and else scrolls the page). */
  wheel: 'always' | 'zoomed'
  /** A click zooms to 100 %, or back; else only a double click does. */
  clickZooms?: boolean
  /** Gets to know the scale that shows 100 %. */
  fullScale?: RefObject<number>
  /** Lets keys that were pressed elsewhere work in it. */
  control?: Ref<ZoomControl>
  /** A finger wiped over it while all of it is seen: 1 to the next, -1 to the one before. */
  onSwipe?: ((direction: 1 | -1) => void) | undefined
  label: string
  children: ReactNode
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
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const moved = useRef(0)
  const start = useRef({ x: 0, y: 0 })
  const [dragging, setDragging] = useState(false)

  const full = () => {
    const scale = size && content.current ? size.width / content.current.offsetWidth : 2
    return scale > 1.1 ? scale : 2
  }
  const change = (next: View) => onChange(within(next, pane.current, content.current))
  /** Zooms so that what is under the point stays under it. */
  const zoomAt = (scale: number, at: { x: number; y: number }) => {
    const box = pane.current?.getBoundingClientRect()
    const { offsetWidth: width = 1, offsetHeight: height = 1 } = content.current ?? {}
    if (!box) return
    const next = zoomed(view, scale)
    const fromMiddle = { x: at.x - box.left - box.width / 2, y: at.y - box.top - box.height / 2 }
    const shift = 1 / view.scale - 1 / next.scale
    change({
      ...next,
      x: view.x + (fromMiddle.x / width) * shift,
      y: view.y + (fromMiddle.y / height) * shift,
    })
  }
  const toggle = (at: { x: number; y: number }) => (view.scale > 1 ? onChange(whole) : zoomAt(full(), at))

  const press = (key: string) => {
    if (view.scale === 1 && key.startsWith('arrow')) return false
    const next = viewAfterKey(view, key, full())
    if (next) change(next)
    return next !== undefined
  }
  useImperativeHandle(control, () => ({ press }))

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (wheel === 'zoomed' && view.scale === 1 && !event.ctrlKey) return
    event.preventDefault()
    zoomAt(view.scale * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0022)), {
      x: event.clientX,
      y: event.clientY,
    })
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
    if (pointers.current.size === 0) {
      moved.current = 0
      start.current = { x: event.clientX, y: event.clientY }
    }
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    setDragging(view.scale > 1)
  }
  const onMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at)
    pointers.current.set(event.pointerId, now)
    moved.current += Math.hypot(now.x - before.x, now.y - before.y)
    if (other)
      return zoomAt(
        (view.scale * distance(now, other)) / Math.max(distance(before, other), 1),
        middle(now, other),
      )
    const { offsetWidth = 1, offsetHeight = 1 } = content.current ?? {}
    if (view.scale === 1) return
    change({
      ...view,
      x: view.x - (now.x - before.x) / (offsetWidth * view.scale),
      y: view.y - (now.y - before.y) / (offsetHeight * view.scale),
    })
  }
  const onUp = (event: PointerEvent) => {
    const known = pointers.current.delete(event.pointerId)
    setDragging(false)
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
        if (press(event.key.toLowerCase())) event.preventDefault()
      }}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onDoubleClick={(event) => (clickZooms ? undefined : toggle({ x: event.clientX, y: event.clientY }))}
      style={{ containerType: 'size', touchAction: view.scale > 1 ? 'none' : 'pan-y' }}
      className={`relative grid size-full place-items-center overflow-hidden -outline-offset-2 select-none ${dragging ? 'cursor-grabbing' : view.scale > 1 ? 'cursor-grab' : clickZooms ? 'cursor-zoom-in' : ''}`}
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

/** The view, moved so that what is seen fills the pane as far as it can. */
function within(view: View, pane: HTMLElement | null, content: HTMLElement | null): View {
  if (!pane || !content || content.offsetWidth === 0 || content.offsetHeight === 0) return view
  const half = {
    x: pane.clientWidth / (2 * content.offsetWidth * view.scale),
    y: pane.clientHeight / (2 * content.offsetHeight * view.scale),
  }
  return { ...view, x: between(view.x, half.x), y: between(view.y, half.y) }
}

function between(place: number, half: number): number {
  return half >= 0.5 ? 0.5 : Math.min(Math.max(place, half), 1 - half)
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function middle(a: { x: number; y: number }, b: { x: number; y: number }) {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
