import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { ExternalLink, ImagePlus, MapPin } from 'lucide-react'
import type { PlaceAtHand } from '../../place/place.ts'
import { text } from '../../texts.ts'
import { useList } from '../lists/use-list.ts'
import { useService } from '../service.tsx'
import { PointAtPrompt } from '../teaching/point-at-prompt.tsx'
import { Failed } from '../ui/states.tsx'
import { ViewHeading } from '../ui/view-heading.tsx'
import { useSetting } from '../use-setting.ts'
import { show } from '../use-view.ts'
import { useArrivals } from './use-arrivals.ts'
import { useLive } from './use-live.ts'
import { VersionCard } from './version-card.tsx'

/** The latest versions of the scene at hand. */
export function SceneView() {
  const place = useSetting('placeAtHand')
  if (!place) return <LoadingRows rows={4} className="h-16" />
  if (!place.value) {
    return (
      <Empty small icon={MapPin} title={<ViewHeading>{text('panelNoPlace')}</ViewHeading>}>
        {text('panelNoPlaceHint')}
      </Empty>
    )
  }
  return <Versions key={place.value.sceneDbId} place={place.value} />
}

function Versions({ place }: { place: PlaceAtHand }) {
  const { hrefOf } = useService()
  const { items, error, refresh } = useList('versions', place.sceneDbId)
  const scene = useList('scenes', place.projectId).items?.find(({ id }) => id === place.sceneDbId)
  useLive(place)
  const arrived = useArrivals(items)
  return (
    <section aria-labelledby="view" className="flex flex-col gap-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <ViewHeading>{text('panelLatest', place.sceneId)}</ViewHeading>
          {scene?.storyBeat && (
            <p className="line-clamp-2 text-sm text-muted wrap-anywhere">{scene.storyBeat}</p>
          )}
        </div>
        <a
          href={hrefOf(`/scenes/${place.sceneDbId}`)}
          target="_blank"
          rel="noreferrer"
          className={buttonLook('quiet', 'small')}
        >
          {text('panelBoard')}
          <ExternalLink size={14} aria-hidden />
          <span className="sr-only">{text('panelNewTab')}</span>
        </a>
      </div>
      {error !== undefined && <Failed error={error} onRetry={refresh} />}
      {!items && error === undefined && <LoadingRows rows={4} className="h-24" />}
      {items?.length === 0 && (
        <Empty
          small
          icon={ImagePlus}
          title={text('panelNoVersions')}
          action={
            <Button size="small" onClick={() => show({ name: 'form', id: 'new' })}>
              {text('panelByHand')}
            </Button>
          }
        >
          {text('panelNoVersionsHint')}
        </Empty>
      )}
      {items && items.length > 0 && (
        <ul aria-label={text('panelVersions')} className="flex flex-col gap-2">
          {items.map((version) => (
            <VersionCard
              key={version.id}
              version={version}
              sceneDbId={place.sceneDbId}
              isNew={arrived.has(version.id)}
            />
          ))}
        </ul>
      )}
      <PointAtPrompt className="self-center" />
      <p role="status" className="sr-only">
        {arrived.size > 0 && text('panelArrived', arrived.size)}
      </p>
    </section>
  )
}
