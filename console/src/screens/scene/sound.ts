import { useSyncExternalStore } from 'react'

interface Sound {
  id: string
  state: 'playing' | 'paused' | 'failed'
  /** Of the whole, 0 to 1. */
  progress: number
  /** Seconds, as far as it is known. */
  length: number | undefined
}

const listeners = new Set<() => void>()
let current: Sound | undefined
let player: HTMLAudioElement | undefined

/** How the sound of an asset version stands; undefined for those that are not being heard. */
export function useSound(id: string): Sound | undefined {
  return useSyncExternalStore(subscribe, () => (current?.id === id ? current : undefined))
}

/** Plays it, or pauses it. Only one plays at a time. */
export function toggleSound(id: string, address: string): void {
  if (current?.id === id && player && current.state !== 'failed') {
    if (player.paused) void player.play().catch(() => set({ state: 'failed' }))
    else player.pause()
    return
  }
  stopSound()
  current = { id, state: 'playing', progress: 0, length: undefined }
  const audio = new Audio()
  player = audio
  const ofThis = (listener: () => void) => () => {
    if (player === audio) listener()
  }
  audio.addEventListener(
    'play',
    ofThis(() => set({ state: 'playing' })),
  )
  audio.addEventListener(
    'pause',
    ofThis(() => set({ state: 'paused' })),
  )
  audio.addEventListener(
    'timeupdate',
    ofThis(() => set(placeOf(audio))),
  )
  audio.addEventListener(
    'durationchange',
    ofThis(() => set(placeOf(audio))),
  )
  audio.addEventListener(
    'ended',
    ofThis(() => set({ state: 'paused', progress: 0 })),
  )
  audio.addEventListener(
    'error',
    ofThis(() => set({ state: 'failed' })),
  )
  audio.src = address
  void audio.play().catch(ofThis(() => set({ state: audio.error ? 'failed' : 'paused' })))
  tell()
}

export function stopSound(): void {
  const audio = player
  player = undefined
  current = undefined
  audio?.pause()
  audio?.removeAttribute('src')
  tell()
}

function placeOf({ currentTime, duration }: HTMLAudioElement): Partial<Sound> {
  if (!Number.isFinite(duration) || duration === 0) return {}
  return { progress: currentTime / duration, length: duration }
}

function set(change: Partial<Sound>): void {
  if (!current) return
  current = { ...current, ...change }
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
