import { mayAs } from '@dailies/contract/project-role.ts'
import { Badge, RightsBadge, StatusBadge } from '@dailies/ui/badges.tsx'
import { Button, buttonLook, IconButton } from '@dailies/ui/button.tsx'
import { Skeleton } from '@dailies/ui/states.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { When } from '@dailies/ui/time.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import {
  Award,
  ChevronLeft,
  ChevronRight,
  CircleCheck,
  FilePlus2,
  Layers,
  LayoutGrid,
  ListPlus,
  Trash2,
} from 'lucide-react'
import { useMemo, useState } from 'react'
import { query } from '../../api/queries.ts'
import { TakeStage } from '../../comments/take-stage.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { AlsoHere } from '../../live/also-here.tsx'
import { useCommands } from '../../palette/commands.ts'
import { AddToPlaylist } from '../../playlists/lazy-add-to-playlist.ts'
import { InRole, RoleNote } from '../../production/role.tsx'
import { LongText } from '../../takes/long-text.tsx'
import { MediaBadge } from '../../takes/media-badge.tsx'
import { isPastSelection } from '../../takes/use-asset-actions.ts'
import { useDecisions } from '../../takes/use-decisions.ts'
import { versionName } from '../../takes/version-name.ts'
import { ReviewBanner } from '../../together/review-banner.tsx'
import { ReviewTogether } from '../../together/review-together.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { cut } from '../../ui/cut.ts'
import { useKeys } from '../../ui/keys.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Page, Section, Slate } from '../../ui/page.tsx'
import { DropZone } from '../../uploads/drop-zone.tsx'
import { useSendFile } from '../../uploads/use-send-file.tsx'
import { compareGroupBox } from './compare-group.tsx'
import { Credentials } from './credentials.tsx'
import { Decide } from './decide.tsx'
import { DetailsForm } from './details-form.tsx'
import { Facts } from './facts.tsx'
import { Family } from './family.tsx'
import { useBoardBehind } from './from-board.ts'
import { MediaActions } from './media-actions.tsx'
import { MediaSection } from './media-section.tsx'
import { ShownDetails } from './shown-details.tsx'
import { StatusHistory } from './status-history.tsx'
import { TakeMedia } from './take-media.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { ValueTable } from './value-table.tsx'

const Review = lazyPart(async () => (await import('../../comments/review.tsx')).Review, {
  loading: <Skeleton className="h-64" />,
})

const route = getRouteApi('/signed-in/assets/$assetId')

/** Another one for each take. */
function useTakeStage(assetId: string): TakeStage {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is of the take
  return useMemo(() => new TakeStage(), [assetId])
}

/** One asset version: seen large, with everything that is known of it and everything to be decided. */
export function Version() {
  const { assetId } = route.useParams()
  const { comment } = route.useSearch()
  const stage = useTakeStage(assetId)
  const version = useSuspenseQuery(query('readAsset', { params: { id: assetId } })).data.data
  const { scene, shot, project, metadata, provenance, negativePrompt } = version
  const { at: _, ...view } = useBoardBehind()
  const neighbours = useNeighbours(scene.id, view, assetId)
  const decisions = useDecisions()
  const { sendFile, question } = useSendFile(version)
  const router = useRouter()
  const [listing, setListing] = useState(false)
  const mayDecide = mayAs(project.role, 'editor')
  const isKept = version.media?.state === 'kept'
  const rate = useQuery(query('readMedia', { params: { id: assetId } })).data?.data?.facts?.frameRate
  const slate = cut(shot?.shotCode ?? scene.sceneId, 40)
  const name = version.title ? cut(version.title, 80) : versionName(version)

  const open = (id: string | undefined) =>
    id &&
    void router.navigate({
      to: '/assets/$assetId',
      params: { assetId: id },
      state: { board: view },
      replace: true,
      resetScroll: false,
    })
  const toBoard = {
    to: '/scenes/$sceneId',
    params: { sceneId: scene.id },
    search: { ...view, at: assetId },
  } as const
  const remove = async () => {
    if (await decisions.remove(version))
      await router.navigate({ ...toBoard, search: { ...view, at: neighbours?.next ?? neighbours?.previous } })
  }
  useKeys({
    ...(mayDecide && {
      s: () => decisions.toggleWinner(version),
      a: () => decisions.approveIt(version),
      g: () => document.getElementById(compareGroupBox)?.focus(),
    }),
    '[': () => open(neighbours?.previous),
    ']': () => open(neighbours?.next),
  })

  useCommands(() => [
    ...(mayDecide
      ? [
          {
            name: version.selected ? 'Drop as winner' : 'Select as winner',
            icon: Award,
            keys: 'S',
            run: () => decisions.toggleWinner(version),
          },
          ...(isPastSelection(version.status)
            ? []
            : [{ name: 'Approve', icon: CircleCheck, keys: 'A', run: () => decisions.approveIt(version) }]),
          {
            name: 'Compare group …',
            icon: Layers,
            keys: 'G',
            run: () => document.getElementById(compareGroupBox)?.focus(),
          },
          { name: 'Add to playlist …', icon: ListPlus, run: () => setListing(true) },
          {
            name: 'Make a prompt package of it',
            icon: FilePlus2,
            run: () =>
              void router.navigate({
                to: '/projects/$projectId/prompt-packages',
                params: { projectId: project.id },
                search: { from: assetId },
              }),
          },
          { name: 'Delete this version', icon: Trash2, run: () => void remove() },
        ]
      : []),
    {
      name: 'Back to the board',
      icon: LayoutGrid,
      run: () => void router.navigate(toBoard),
    },
    ...(neighbours?.previous
      ? [{ name: 'Previous version', icon: ChevronLeft, keys: '[', run: () => open(neighbours.previous) }]
      : []),
    ...(neighbours?.next
      ? [{ name: 'Next version', icon: ChevronRight, keys: ']', run: () => open(neighbours.next) }]
      : []),
  ])

  return (
    <InRole role={project.role}>
      <Page
        title={name}
        wide
        crumbs={[
          { label: 'Projects', link: { to: '/projects' } },
          {
            label: cut(project.name, 60),
            link: { to: '/projects/$projectId', params: { projectId: project.id } },
          },
          { label: `Scene ${scene.sceneId}`, link: toBoard },
        ]}
        badge={
          <span className="flex flex-wrap items-center gap-2">
            <Slate>
              {slate} · {takeName(version)}
            </Slate>
            <StatusBadge status={version.status} />
            {version.selected && (
              <Badge tone="accent" icon={Award}>
                Winner
              </Badge>
            )}
            <RightsBadge rightsState={version.rightsState} />
            <MediaBadge media={version.media} />
            <RoleNote />
          </span>
        }
        actions={
          <div className="flex items-center gap-1">
            <AlsoHere sceneDbId={scene.id} assetVersionId={version.id} />
            <ReviewTogether
              projectId={project.id}
              role={project.role}
              plays={{ kind: 'take', id: version.id }}
              name={name}
            />
            {neighbours?.place !== undefined && (
              <span className="mr-1 text-sm text-muted tabular-nums">
                {neighbours.place} of {neighbours.total}
              </span>
            )}
            <IconButton
              icon={ChevronLeft}
              label="Previous version ([)"
              look="plain"
              disabled={!neighbours?.previous}
              onClick={() => open(neighbours?.previous)}
            />
            <IconButton
              icon={ChevronRight}
              label="Next version (])"
              look="plain"
              disabled={!neighbours?.next}
              onClick={() => open(neighbours?.next)}
            />
          </div>
        }
      >
        <ReviewBanner projectId={project.id} role={project.role} />
        {/* One column on a phone, where what is to be decided comes right after what is seen. */}
        <div className="@container">
          <div className="flex flex-col gap-5 @[48rem]:grid @[48rem]:grid-cols-[minmax(0,1fr)_20rem] @[48rem]:items-start">
            <div className="contents min-w-0 flex-col gap-5 @[48rem]:flex">
              <DropZone
                label={isKept ? 'It has its file already' : 'Drop the file of this version'}
                onFiles={mayDecide ? ({ files }) => sendFile(files) : undefined}
                className="order-1 h-[54dvh] min-h-72 overflow-hidden rounded-2xl border border-line bg-sunken @[48rem]:h-[66dvh]"
              >
                <TakeMedia
                  key={version.id}
                  version={version}
                  stage={stage}
                  alt={name}
                  rate={rate ?? undefined}
                  burnIn={`${slate} · ${takeName(version)}`}
                  actions={mayDecide && <MediaActions version={version} onFiles={sendFile} />}
                />
              </DropZone>
              <div className="order-3 flex min-w-0 flex-col gap-5">
                <Section
                  title="Prompt"
                  actions={<CopyButton text={version.prompt} label="Copy the prompt" />}
                >
                  <LongText key={assetId} text={version.prompt} />
                  {negativePrompt && <NegativePrompt key={`${assetId} negative`} text={negativePrompt} />}
                </Section>
                <MediaSection key={`${assetId} media`} version={version} onFiles={sendFile} />
                <Credentials assetId={assetId} />
                <Family assetId={assetId} sceneNumber={scene.sceneId} />
                <Section title="Metadata" description="What the platform recorded about this generation.">
                  {metadata && Object.keys(metadata).length > 0 ? (
                    <ValueTable value={metadata} />
                  ) : (
                    <p className="text-sm text-muted">Nothing more was recorded.</p>
                  )}
                </Section>
                {provenance && Object.keys(provenance).length > 0 && (
                  <Section title="Provenance" description="How it got here.">
                    <ValueTable value={provenance} />
                  </Section>
                )}
              </div>
            </div>
            <div className="contents min-w-0 flex-col gap-5 @[48rem]:flex">
              <div className="order-2 flex min-w-0 flex-col gap-5">
                <Decide key={assetId} version={version} decisions={decisions} />
                <Review key={assetId} version={version} stage={stage} target={comment} />
              </div>
              <div className="order-4 flex min-w-0 flex-col gap-5">
                <Section title="Details">
                  {mayDecide ? (
                    <DetailsForm key={assetId} version={version} />
                  ) : (
                    <ShownDetails version={version} />
                  )}
                </Section>
                <Section title="How it was made">
                  <Facts version={version} />
                </Section>
                <Section title="Status history">
                  <StatusHistory assetId={assetId} />
                </Section>
                <div className="flex flex-col gap-2">
                  {mayDecide && (
                    <>
                      <Link
                        to="/projects/$projectId/prompt-packages"
                        params={{ projectId: project.id }}
                        search={{ from: assetId }}
                        className={buttonLook()}
                      >
                        <FilePlus2 size={16} aria-hidden />
                        Make a prompt package of it
                      </Link>
                      <Button icon={ListPlus} onClick={() => setListing(true)}>
                        Add to playlist
                      </Button>
                      <ExportButton projectId={project.id} what={{ of: 'versions', versionIds: [assetId] }} />
                      <Button icon={Trash2} look="danger" onClick={() => void remove()}>
                        Delete this version
                      </Button>
                    </>
                  )}
                  <p className="text-sm text-muted">
                    Captured <When at={version.createdAt} />, last changed <When at={version.updatedAt} />.
                  </p>
                </div>
              </div>
            </div>
          </div>
        </div>
        {decisions.warning}
        {question}
        {listing && (
          <AddToPlaylist projectId={project.id} versionIds={[assetId]} onClose={() => setListing(false)} />
        )}
      </Page>
    </InRole>
  )
}

function NegativePrompt({ text }: { text: string }) {
  return (
    <div className="mt-4 border-t border-line pt-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium text-muted">Negative prompt</h3>
        <CopyButton text={text} label="Copy the negative prompt" />
      </div>
      <LongText text={text} />
    </div>
  )
}
