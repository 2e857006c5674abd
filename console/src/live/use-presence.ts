import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { query } from '../api/queries.ts'
import { useAccount } from '../app/account.ts'

/** Milliseconds: the service takes a page for closed that said nothing for 25 seconds. */
const every = 10_000

/** Not a UUID: `crypto.randomUUID` is there over HTTPS alone. */
const page = Math.random().toString(36).slice(2)

/** Who else has this in sight; tells them that whoever is signed in has, too. */
export function usePresence(sceneDbId: string, assetVersionId?: string): { userId: string; name: string }[] {
  const { id } = useAccount()
  useEffect(() => stay(sceneDbId, assetVersionId), [sceneDbId, assetVersionId])
  const { data } = useQuery({ ...query('listPresent', { params: { id: sceneDbId } }), retry: false })
  const others = data?.data.filter(
    (one) => one.userId !== id && (assetVersionId === undefined || one.assetVersionId === assetVersionId),
  )
  // Once, whatever of the scene they have open.
  return [...new Map(others?.map(({ userId, name }) => [userId, { userId, name }])).values()]
}

/** Says that this is in sight for as long as it is; what is returned ends it. */
function stay(sceneDbId: string, assetVersionId: string | undefined): () => void {
  let isHere = false
  const say = (left: boolean) => {
    isHere = !left
    const body = { page, assetVersionId, ...(left && { left }) }
    const said = call('bePresent', { params: { id: sceneDbId }, body }, { keepalive: left })
    said.catch(() => {})
  }
  const leave = () => {
    if (isHere) say(true)
  }
  const look = () => {
    if (document.visibilityState === 'visible') say(false)
    else leave()
  }
  const timer = setInterval(() => document.visibilityState === 'visible' && say(false), every)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pagehide', leave)
  look()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('pagehide', leave)
    leave()
  }
}
