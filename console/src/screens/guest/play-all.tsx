import type { GuestTake } from '@dailies/contract/guest.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo } from 'react'
import { query } from '../../api/queries.ts'
import { Frame } from '../../ui/frame.tsx'
import { Failed } from '../../ui/states.tsx'
import { FilmViewer } from './film-viewer.tsx'
import { planOfCut, planOfGuestTakes } from './guest-plan.ts'

type PlayAllProps = Omit<ComponentProps<typeof FilmViewer>, 'plan'> & { takes: readonly GuestTake[] }

/** All that a link shows, as it plays: the film by its cut, anything else take after take. */
export function PlayAll(props: PlayAllProps) {
  return props.link.shows === 'film' ? <PlayFilm {...props} /> : <PlayTakes {...props} />
}

function PlayFilm(props: PlayAllProps) {
  const cut = useQuery(query('readGuestCut', { params: { id: props.link.id } }))
  const plan = useMemo(() => cut.data && planOfCut(cut.data), [cut.data])
  if (plan && plan.entries.length > 0) return <FilmViewer {...props} plan={plan} />
  return (
    <Frame title={props.title}>
      {cut.isPending ? (
        <LoadingRows rows={3} />
      ) : cut.isError ? (
        <Failed error={cut.error} onRetry={() => void cut.refetch()} />
      ) : (
        <p>There is nothing to play yet.</p>
      )}
    </Frame>
  )
}

function PlayTakes(props: PlayAllProps) {
  const { takes } = props
  const plan = useMemo(() => planOfGuestTakes(takes), [takes])
  return <FilmViewer {...props} plan={plan} />
}
