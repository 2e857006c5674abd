/** An event as it is stored. `data` is JSON text, so that it goes out byte for byte as it came in. */
export interface SendableEvent {
  id: string
  event: string
  /** ISO. */
  timestamp: string
  data: string
}
