import type { Layer } from '../page/layer.ts'

/** Puts the layer above all that the page shows, and inside of what keeps everything else from being used. */
export function raiseLayer(layer: Layer, host: HTMLElement): void {
  layer.show()
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  if (modal && !modal.contains(host)) modal.append(host)
  try {
    host.popover = 'manual'
    host.showPopover()
  } catch {
    // It is the highest element of the page, then.
  }
}
