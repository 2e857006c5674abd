import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { linkTo, placeHere, placeOf } from './screens.ts'
import { useReview } from './use-review.ts'

/** Opens the screen on which something is shown; whoever goes elsewhere by themselves follows no more. */
export function useGoWithLeader(projectId: string | undefined): void {
  const { session, leads, follows, moment } = useReview()
  const router = useRouter()
  const here = placeHere(useLocation())
  const state = moment?.state
  const place = projectId && state ? placeOf(state, projectId) : undefined
  const arrived = useRef<string>(undefined)
  const isOn = !leads && follows && place !== undefined
  const go = useEffectEvent(() => {
    if (here === place || !state || !projectId) return
    arrived.current = undefined
    void router.navigate({ ...linkTo(state, projectId), resetScroll: false })
  })
  useEffect(() => {
    if (isOn && place) go()
  }, [isOn, place])
  useEffect(() => {
    if (!isOn) arrived.current = undefined
    else if (here === place) arrived.current = place
    else if (arrived.current === place) session?.follow(false)
  }, [isOn, here, place, session])
}
