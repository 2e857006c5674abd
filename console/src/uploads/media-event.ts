/** Milliseconds that one step may take: a file that never answers is left alone. */
const patience = 20_000

/** An HTMLMediaElement, as far as it is used here. */
export type Media = EventTarget & { readonly error: unknown }

/**
 * Begins something with a film or sound, and waits for its event. Throws the media's error, the signal's reason, and a
 * `TimeoutError` where the browser fires neither event nor error.
 */
export function mediaEvent(
  media: Media,
  name: 'loadedmetadata' | 'loadeddata' | 'seeked',
  signal: AbortSignal,
  begin: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    end.throwIfAborted()
    const leave = () => {
      media.removeEventListener(name, done)
      media.removeEventListener('error', fail)
      end.removeEventListener('abort', stop)
    }
    const done = () => {
      leave()
      resolve()
    }
    const fail = () => {
      leave()
      reject(media.error ?? new Error('The file cannot be read'))
    }
    const stop = () => {
      leave()
      reject(end.reason)
    }
    media.addEventListener(name, done)
    media.addEventListener('error', fail)
    end.addEventListener('abort', stop)
    begin()
  })
}
