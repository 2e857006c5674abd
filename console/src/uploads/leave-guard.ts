import { countUnwanted, onUnwanted } from './unwanted.ts'
import { currentUploads, isUnsent, onUploads } from './uploads.ts'

let isOn = false

/** The browser asks whoever leaves the page while something is not sent yet, or not removed. */
export function guardLeaving(): void {
  onUploads(guard)
  onUnwanted(guard)
}

function guard(): void {
  const isNeeded = countUnwanted() > 0 || currentUploads().some(isUnsent)
  if (isNeeded === isOn) return
  isOn = isNeeded
  if (isNeeded) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
