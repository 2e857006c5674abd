/** What a layer shows: a film from a time on, or a picture. */
export interface Shown {
  /** Tells it from others. */
  key: string
  kind: 'film' | 'picture'
  src: string
  /** Seconds: where it is set to, so that its first frame stands there before it is shown. */
  from: number
  /** Address of a picture that stands for it until there is one of its own; of a film it may be any frame of it. */
  poster: string | undefined
}

/** Those that are kept: what is seen and what comes next. */
const most = 3

interface Layer {
  key: string
  kind: Shown['kind']
  element: HTMLVideoElement | HTMLImageElement
  /** When it could not be loaded, by the clock of the page. */
  failedAt?: number
}

/** Milliseconds until what could not be loaded is asked for again. */
const pause = 1000

/** Films and pictures that lie on one another, of which one is seen; few at a time, however long the film is. */
export class Layers {
  private readonly parent: HTMLElement
  private layers: Layer[] = []
  private seen: string | undefined
  private readonly onReady: () => void

  /** `onReady` is called whenever one that is seen has something to be seen. */
  constructor(parent: HTMLElement, onReady: () => void) {
    this.parent = parent
    this.onReady = onReady
  }

  /** Loads it, and sets it to where it begins, without it being seen. */
  prepare(shown: Shown): Layer {
    const there = this.layers.find(({ key }) => key === shown.key)
    if (there) {
      this.layers = [...this.layers.filter((one) => one !== there), there]
      return there
    }
    const layer: Layer = { key: shown.key, kind: shown.kind, element: elementOf(shown) }
    for (const type of ['loadeddata', 'seeked', 'load'])
      layer.element.addEventListener(type, () => this.look(layer))
    layer.element.addEventListener('error', () => this.fail(layer))
    this.parent.append(layer.element)
    this.layers.push(layer)
    while (this.layers.length > most) this.release(this.layers.find(({ key }) => key !== this.seen)!)
    return layer
  }

  /** From now on this one is seen; nothing where it is undefined. Returns its film, where it is one. */
  show(shown: Shown | undefined): HTMLVideoElement | undefined {
    const before = this.layers.find(({ key }) => key === this.seen)
    this.seen = shown?.key
    const layer = shown && this.prepare(shown)
    if (layer) {
      layer.element.style.opacity = '1'
      if (!this.isReady(layer.key)) standIn(layer.element, shown)
    }
    if (before && before !== layer) {
      before.element.style.opacity = '0'
      if (before.element instanceof HTMLVideoElement) before.element.pause()
    }
    return layer?.element instanceof HTMLVideoElement ? layer.element : undefined
  }

  /** What is seen at the moment. */
  picture(): Layer['element'] | undefined {
    return this.layers.find(({ key }) => key === this.seen)?.element
  }

  /** Says which frame of the film stands there. */
  mark(frame: number): void {
    this.parent.dataset.frame = String(frame)
  }

  /** Whether there is something to be seen of it at once. */
  isReady(key: string): boolean {
    const element = this.layers.find((layer) => layer.key === key)?.element
    if (!element) return false
    return element instanceof HTMLVideoElement
      ? // What cannot be played is not waited for.
        element.error !== null || (element.readyState >= 2 && !element.seeking)
      : element.complete
  }

  hasFailed(key: string): boolean {
    return this.layers.some((layer) => layer.key === key && layer.failedAt !== undefined)
  }

  /** Lets what could not be loaded `age` milliseconds ago be loaded anew where it is wanted next. */
  forgetFailed(age = pause): void {
    const before = performance.now() - age
    for (const layer of this.layers) if (layer.failedAt && layer.failedAt <= before) this.release(layer)
  }

  films(): HTMLVideoElement[] {
    return this.layers.flatMap(({ element }) => (element instanceof HTMLVideoElement ? [element] : []))
  }

  end(): void {
    for (const layer of [...this.layers]) this.release(layer)
  }

  private fail(layer: Layer): void {
    layer.failedAt = performance.now()
    // The sign of a broken picture would lie over what stands for it.
    if (layer.element instanceof HTMLImageElement) layer.element.removeAttribute('src')
    this.look(layer)
  }

  private look(layer: Layer): void {
    if (layer.key !== this.seen || !this.isReady(layer.key)) return
    if (isFilled(layer.element)) standNoMore(layer.element)
    this.onReady()
  }

  private release(layer: Layer): void {
    this.layers = this.layers.filter((one) => one !== layer)
    // Its buffers go at once, not when somebody collects garbage.
    if (layer.element instanceof HTMLVideoElement) {
      layer.element.pause()
      layer.element.removeAttribute('src')
      layer.element.load()
    } else layer.element.removeAttribute('src')
    layer.element.remove()
  }
}

/** Its poster, dimmed where it is of a film: it is another frame than the one that comes. */
function standIn(element: Layer['element'], { kind, poster }: Shown): void {
  element.dataset.waits = kind
  if (poster) element.style.backgroundImage = `url("${poster}")`
}

function standNoMore(element: Layer['element']): void {
  delete element.dataset.waits
  element.style.backgroundImage = ''
}

/** Not so is one that could not be loaded. */
function isFilled(element: Layer['element']): boolean {
  return element instanceof HTMLVideoElement ? element.readyState >= 2 : element.naturalWidth > 0
}

function elementOf({ kind, src, from }: Shown): Layer['element'] {
  const element = document.createElement(kind === 'film' ? 'video' : 'img')
  element.className =
    'absolute inset-0 size-full bg-contain bg-center bg-no-repeat object-contain data-[waits=film]:brightness-50'
  element.style.opacity = '0'
  element.setAttribute('aria-hidden', 'true')
  if (element instanceof HTMLVideoElement) {
    element.playsInline = true
    element.preload = 'auto'
    element.tabIndex = -1
    element.currentTime = from
  } else element.alt = ''
  element.src = src
  return element
}
