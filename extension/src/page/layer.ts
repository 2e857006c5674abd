import { create } from './create.ts'
import layerStyle from './layer.css?inline'

/**
 * Where all is that this script shows: one element at the end of the page's root, with a shadow root that is closed, for
 * what is in it (the address of the service, numbers of scenes) is none of the page's business. Tests build it open, to
 * see into it.
 */
export interface Layer {
  /** Scrolls along with the page; its place is the origin of what is in it. */
  floor: HTMLElement
  /** Stays in the window. */
  front: HTMLElement
  /** A style sheet of what is put into it later; returns what takes it away. */
  dress(style: string): () => void
  /** Puts the layer there, again if the page took it away. */
  show(): void
  /** To screen readers, once what is spoken at the moment has ended. */
  say(text: string): void
  /** Whether an event came from within. */
  has(path: readonly EventTarget[]): boolean
  stop(): void
}

export const layerName = 'dailies-layer'

/** A key that is pressed in the layer is no shortcut of the page, and a click no click on what is under it. */
const ownEvents = 'keydown keypress keyup click pointerdown pointerup mousedown mouseup touchstart'.split(' ')

export function openLayer(): Layer {
  const host = create(layerName as 'div')
  const root = host.attachShadow({ mode: import.meta.env.DAILIES_OPEN_LAYER ? 'open' : 'closed' })
  const floor = create('div', { id: 'floor' })
  const front = create('div', { id: 'front' })
  const status = create('div', { id: 'status', role: 'status', 'aria-live': 'polite' })
  root.append(floor, front, status)
  dress(root, layerStyle)
  for (const type of ownEvents) root.addEventListener(type, (event) => event.stopPropagation())
  return {
    floor,
    front,
    dress: (style) => dress(root, style),
    show() {
      if (!host.isConnected) document.documentElement.append(host)
    },
    say(text) {
      status.textContent = ''
      requestAnimationFrame(() => {
        status.textContent = text
      })
    },
    has: (path) => path.includes(host),
    stop: () => host.remove(),
  }
}

/** Left behind by a script whose extension is gone. */
export function removeOldLayers(): void {
  for (const layer of document.querySelectorAll(layerName)) layer.remove()
}

/** A sheet of its own, which the page's Content-Security-Policy does not forbid; a `<style>` where there is none. */
function dress(root: ShadowRoot, style: string): () => void {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  } catch {
    const element = create('style', {}, style)
    root.append(element)
    return () => element.remove()
  }
}
