import { candidatesInView, isCandidate, largest, mediaIn, mediaWithAddress } from '../page/find-media.ts'
import type { MediaElement } from '../page/media-address.ts'
import type { TeachOrder, TeachWorld } from './teach-order.ts'
import { openTeaching } from './teaching.ts'
import { boxOf } from './tree.ts'

/** Waits in a page for the order to let its user point; begins anew where it was begun. */
export function startTeach(): void {
  const world = globalThis as TeachWorld
  if (world.dailiesTeach) return
  let end = () => {}
  world.dailiesTeach = {
    begin(order: TeachOrder) {
      end()
      end = openTeaching(pictureFor(order.srcUrl), order)
    },
    sizeOf(srcUrl) {
      const exact = srcUrl ? mediaWithAddress(srcUrl).length : 0
      const picture = pictureFor(srcUrl)
      const { width, height } = picture ? boxOf(picture) : { width: 0, height: 0 }
      return width * height + (exact > 0 ? 1e9 : 0)
    },
  }
}

/** That with the address, where several the largest; or what the pointer is over; or the largest in view. */
function pictureFor(srcUrl: string | undefined): MediaElement | undefined {
  const named = srcUrl ? mediaWithAddress(srcUrl) : []
  return largest(named) ?? mediaIn(document).find(isHovered) ?? largest(candidatesInView())
}

function isHovered(element: MediaElement): boolean {
  return element.matches(':hover') && isCandidate(element)
}
