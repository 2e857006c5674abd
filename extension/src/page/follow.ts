interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Where a followed element is, in the layer: the whole of it, and what is to be seen of it. */
export interface Place extends Box {
  /** Undefined when all of it is scrolled away or cut off. */
  seen?: Box
}

/** Keeps what is shown at elements of the page at them, while it scrolls, grows and changes. */
export interface Follower {
  /** `place` is called at once, and whenever it may have changed. Returns what ends that. */
  follow(element: Element, place: (place: Place) => void): () => void
  /** Something on the page may have moved: looks before the next frame. */
  soon(): void
  /** Calls back when nothing has moved for a moment. */
  onRest(listener: () => void): void
}

interface Followed {
  place: (place: Place) => void
  /** Those around it that cut off what is outside of them. */
  cutBy: Element[]
  parent: Element | null
}

const restAfter = 200

/** Beside changes of the page's tree. A click or a key may open something by an attribute alone. */
const mayMove = 'scroll resize click keyup transitionend animationend toggle load'.split(' ')

/** A form can have a field that is named `parentNode`, and be its own ancestor. */
const mostLevels = 200

/** Listens to nothing as long as nothing is followed. `floor` is the element whose origin places are relative to. */
export function openFollower(floor: Element, signal: AbortSignal): Follower {
  const followed = new Map<Element, Followed>()
  const sizes = new ResizeObserver(() => soon())
  let listening: AbortController | undefined
  let frame = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  let rest = () => {}

  function soon(): void {
    if (followed.size === 0 || frame) return
    frame = requestAnimationFrame(() => {
      frame = 0
      placeAll()
      clearTimeout(resting)
      resting = setTimeout(() => rest(), restAfter)
    })
  }

  /** Reads all, then writes all: the page is laid out once at the most. */
  function placeAll(elements: Iterable<Element> = followed.keys()): void {
    const origin = floor.getBoundingClientRect()
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    const read = Array.from(elements, (element) => {
      const entry = followed.get(element)!
      if (entry.parent !== element.parentElement) Object.assign(entry, surroundings(element))
      const rect = element.getBoundingClientRect()
      const cuts = entry.cutBy.map((cutter) => cutter.getBoundingClientRect())
      return { entry, rect, seen: overlap([rect, window, ...cuts]) }
    })
    for (const { entry, rect, seen } of read) {
      entry.place({ ...from(origin, rect), seen: seen && from(origin, seen) })
    }
  }

  function listen(): void {
    listening = new AbortController()
    const options = { capture: true, passive: true, signal: AbortSignal.any([signal, listening.signal]) }
    for (const type of mayMove) addEventListener(type, soon, options)
  }

  signal.addEventListener('abort', () => {
    sizes.disconnect()
    cancelAnimationFrame(frame)
    clearTimeout(resting)
  })

  return {
    soon,
    onRest(listener) {
      rest = listener
    },
    follow(element, place) {
      if (followed.size === 0) listen()
      followed.set(element, { place, ...surroundings(element) })
      sizes.observe(element)
      placeAll([element])
      return () => {
        if (followed.get(element)?.place !== place) return
        followed.delete(element)
        sizes.unobserve(element)
        if (followed.size === 0) listening?.abort()
      }
    },
  }
}

function surroundings(element: Element): Pick<Followed, 'cutBy' | 'parent'> {
  const cutBy: Element[] = []
  let around = outwards(element)
  for (let level = 0; around && level < mostLevels; level += 1, around = outwards(around)) {
    if (around.localName === 'body' || around.localName === 'html') break
    const { overflow, position } = getComputedStyle(around)
    if (overflow !== 'visible') cutBy.push(around)
    if (position === 'fixed') break
  }
  return { cutBy, parent: element.parentElement }
}

/** Out of shadow roots, too. */
function outwards(element: Element): Element | null {
  const parent = element.assignedSlot ?? element.parentNode
  if (parent instanceof ShadowRoot) return parent.host
  return parent instanceof Element ? parent : null
}

function from(origin: DOMRect, { left, top, right, bottom }: Box): Box {
  const { x, y } = origin
  return { left: left - x, top: top - y, right: right - x, bottom: bottom - y }
}

function overlap(boxes: Box[]): Box | undefined {
  const left = Math.max(...boxes.map((box) => box.left))
  const top = Math.max(...boxes.map((box) => box.top))
  const right = Math.min(...boxes.map((box) => box.right))
  const bottom = Math.min(...boxes.map((box) => box.bottom))
  return right > left && bottom > top ? { left, top, right, bottom } : undefined
}
