import { Button } from '@dailies/ui/button.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { Skeleton } from '@dailies/ui/states.tsx'
import { getRouteApi } from '@tanstack/react-router'
import { RefreshCw, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DailiesError } from '../../../../sdk/src/error.ts'
import { SavedSearches } from '../../saved-searches/saved-searches.tsx'
import { countOfFilters, withoutFilters, withoutUnfinished } from '../../search/filter-text.ts'
import { counted } from '../../ui/counted.ts'
import { cut } from '../../ui/cut.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { Failed } from '../../ui/states.tsx'
import { useAtOnce } from '../../ui/use-at-once.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { DropZone } from '../../uploads/drop-zone.tsx'
import { AlikeFound, type Model } from './alike-found.tsx'
import { Facets } from './facets.tsx'
import { Filters } from './filters.tsx'
import { Help } from './help.tsx'
import { Hits, type HitsHandle } from './hits.tsx'
import { NothingFound } from './nothing-found.tsx'
import { PictureButton } from './picture-button.tsx'
import { PictureLine } from './picture-line.tsx'
import { Places, type PlacesHandle, usePlaces } from './places.tsx'
import { SearchField } from './search-field.tsx'
import { useFound } from './use-found.ts'
import { usePasted } from './use-pasted.ts'
import { usePicture } from './use-picture.ts'

/** From where there is a column beside what was found. */
const wide = window.matchMedia('(min-width: 64rem)')

const route = getRouteApi('/signed-in/search')

const orders = [
  { value: 'best', label: 'Best first' },
  { value: 'newest', label: 'Newest first' },
] as const

/** All takes of all films that one may see, by what is said in and of them. The text in the address says all that is looked for. */
export function Search() {
  const navigate = route.useNavigate()
  const said = route.useSearch()
  const { q = '', at } = said
  const model = modelOf(said)
  const [{ sort }, choose] = useAtOnce(
    said,
    (change) =>
      void navigate({
        search: (before) => ({ ...before, ...change, at: undefined }),
        replace: true,
        resetScroll: false,
      }),
  )
  const box = useRef<HTMLInputElement>(null)
  const hitsHandle = useRef<HitsHandle>(null)
  const placesHandle = useRef<PlacesHandle>(null)
  const [sheet, setSheet] = useState(false)
  const isWide = useMediaQuery(wide)
  /** Somebody is writing: the end of the text may be half of a filter. */
  const [isWriting, setWriting] = useState(false)
  /** What is written on and on is one step back; what was there before is another. */
  const isOneStep = useRef(false)
  const { text, type, sendNow } = useSearchText(q, (next) => {
    const replace = isOneStep.current || q === ''
    isOneStep.current = true
    window.scrollTo({ top: 0, behavior: 'instant' })
    void navigate({
      search: (before) => ({ ...before, q: next || undefined, at: undefined }),
      replace,
      resetScroll: false,
    })
  })
  const asked = isWriting ? withoutUnfinished(q) : q
  const order = sort === 'newest' ? 'newest' : 'best'
  const words = model ? '' : asked
  const { list, hits, waiting } = useFound(words, order)
  const { places, isOfBefore } = usePlaces(words)
  const pictureButton = useRef<HTMLButtonElement>(null)
  const picture = usePicture((look) => {
    void navigate({ search: ({ q, sort }) => ({ q, sort, look }), resetScroll: false })
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
  usePasted(picture.take)
  useFirstFocus(box, at === undefined)

  const write = (next: string) => {
    setWriting(true)
    type(next)
  }
  const settle = () => {
    isOneStep.current = false
    setWriting(false)
  }
  const send = (next: string) => {
    settle()
    sendNow(next)
    isOneStep.current = false
  }
  const open = async (id: string) => {
    // The way back leads to this card.
    await navigate({ search: (before) => ({ ...before, at: id }), replace: true, resetScroll: false })
    await navigate({ to: '/assets/$assetId', params: { assetId: id } })
  }
  /** To the take that one was at, or to what comes first. */
  const goDown = () => {
    const takes = hitsHandle.current
    if (takes?.wasIn()) takes.enter()
    else (placesHandle.current ?? takes)?.enter()
  }
  const wrong = list.error instanceof DailiesError ? list.error.fieldErrors.q : undefined
  const count = countOfFilters(text)
  const isNothing = list.isSuccess && hits.length === 0 && !list.hasNextPage
  return (
    <DropZone onFiles={picture.take} label="Look for what looks like it" className="flex flex-1 flex-col">
      <Page title="Search" tab={q ? `${cut(q, 60)} · Search` : 'Search'} wide>
        <search
          aria-label="Takes of all films"
          className="sticky top-0 z-20 -mx-4 -my-2 flex flex-wrap items-start gap-2 bg-canvas px-4 py-2 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
        >
          <SearchField
            box={box}
            text={text}
            errors={wrong ?? []}
            onType={write}
            onSend={send}
            onLeave={settle}
            onDown={goDown}
            beside={
              <PictureButton
                button={pictureButton}
                onFiles={(files) => picture.take({ files, folders: [] })}
              />
            }
          />
          {/* What looks alike has an order of its own. */}
          {!model && (
            <SelectField
              label="Order"
              hideLabel
              options={orders}
              value={order}
              onChange={(value) => choose({ sort: value === 'newest' ? value : undefined })}
              className="max-sm:flex-1 [&_select]:h-12"
            />
          )}
          <Button
            icon={SlidersHorizontal}
            aria-haspopup="dialog"
            onClick={() => setSheet(true)}
            className="!h-12 max-sm:flex-1 lg:hidden"
          >
            Filters{count > 0 ? ` (${count})` : ''}
          </Button>
        </search>
        <div className="flex min-w-0 flex-col gap-6 lg:flex-row">
          <section aria-label="Filters" className="hidden w-52 shrink-0 lg:block">
            {!model && <Facets asked={asked} text={text} onChange={send} enabled={isWide} />}
            <Filters text={text} onChange={send} />
            {count > 0 && <ClearFilters onClear={() => send(withoutFilters(text))} />}
          </section>
          <div className="flex min-w-0 flex-1 flex-col gap-3">
            {!wrong && (!model || asked !== '') && <SavedSearches q={asked} />}
            {picture.state && (
              <PictureLine
                state={picture.state}
                onAgain={picture.again}
                onEnd={() => {
                  picture.end()
                  pictureButton.current?.focus()
                }}
              />
            )}
            {model && (
              <AlikeFound
                to={model}
                q={asked}
                at={at}
                onOpen={(id) => void open(id)}
                onRemove={() => {
                  void navigate({
                    search: (before) => ({ ...before, like: undefined, look: undefined, at: undefined }),
                  })
                  box.current?.focus()
                }}
                handle={hitsHandle}
              />
            )}
            {!wrong && places.length > 0 && (
              <Places
                places={places}
                busy={isOfBefore}
                handle={placesHandle}
                onUp={() => box.current?.focus()}
                onDown={() => hitsHandle.current?.enter()}
              />
            )}
            {!model && asked !== '' && (
              <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
                <p role="status" className="tabular-nums">
                  {list.isSuccess && !list.isPlaceholderData
                    ? foundText(hits.length, list.hasNextPage)
                    : '\u00a0'}
                </p>
                {waiting > 0 && <Waiting count={waiting} />}
              </div>
            )}
            {model ? null : asked === '' ? (
              <Help />
            ) : list.isPending ? (
              <Loading />
            ) : wrong ? (
              <Help />
            ) : list.isError && !list.isFetchNextPageError ? (
              <Failed error={list.error} onRetry={() => void list.refetch()} />
            ) : isNothing ? (
              <NothingFound q={asked} sort={sort === 'newest' ? sort : undefined} />
            ) : (
              <>
                <Hits
                  hits={hits}
                  isAll={!list.hasNextPage}
                  busy={list.isPlaceholderData}
                  at={at}
                  onOpen={(id) => void open(id)}
                  handle={hitsHandle}
                />
                {!list.isPlaceholderData && <LoadMore list={list} label="Show more takes" />}
              </>
            )}
          </div>
        </div>
        <Dialog open={sheet} onClose={() => setSheet(false)} title="Filters">
          {!model && <Facets asked={asked} text={text} onChange={send} enabled={sheet} />}
          <Filters text={text} onChange={send} />
          <Actions>
            {count > 0 && <Button onClick={() => send(withoutFilters(text))}>Clear filters</Button>}
            <Button look="primary" onClick={() => setSheet(false)}>
              Show takes
            </Button>
          </Actions>
        </Dialog>
      </Page>
    </DropZone>
  )
}

function modelOf({ like, look }: { like?: string; look?: string }): Model | undefined {
  if (like !== undefined) return { like }
  return look === undefined ? undefined : { look }
}

/** Whoever comes to search begins to write at once; on a touch screen only where nothing is looked for yet. */
function useFirstFocus(box: { current: HTMLInputElement | null }, isWanted: boolean): void {
  const wanted = useRef(isWanted)
  useEffect(() => {
    const element = box.current
    if (!wanted.current || !element) return
    if (element.value !== '' && matchMedia('(pointer: coarse)').matches) return
    element.focus({ preventScroll: true })
    element.setSelectionRange(element.value.length, element.value.length)
  }, [box])
}

function foundText(count: number, hasMore: boolean): string {
  if (count === 0) return hasMore ? 'Looking on …' : 'No take found'
  return `${counted(count, 'take')}${hasMore ? ' so far' : ''}`
}

/** The index has not everything yet: what is missing comes by itself. */
function Waiting({ count }: { count: number }) {
  const takes = count >= 1000 ? '1000 takes and more' : counted(count, 'take')
  return (
    <p role="status" className="flex items-center gap-1.5 rounded-md bg-info-soft px-2 py-1 text-info">
      <RefreshCw size={14} className="shrink-0 motion-safe:animate-spin" aria-hidden />
      The index is being brought up to date: {takes} may be missing here.
    </p>
  )
}

function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <Button size="small" icon={X} className="mt-4" onClick={onClear}>
      Clear filters
    </Button>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(14.5rem,1fr))] sm:gap-4">
      <span className="sr-only">Looking …</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-36 !rounded-xl sm:h-80" />
      ))}
    </div>
  )
}
