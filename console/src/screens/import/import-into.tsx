import { Button } from '@dailies/ui/button.tsx'
import { Empty } from '@dailies/ui/states.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { query } from '../../api/queries.ts'
import { useMay } from '../../production/role.tsx'
import { useAllScenes } from '../../production/use-all-scenes.ts'
import { FormError, useDraft } from '../../ui/form.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Section } from '../../ui/page.tsx'
import type { Screenplay } from './read-fountain.ts'
import { readInWorker } from './read-in-worker.ts'
import { type Plan, planImport } from './scene-plan.ts'
import { ScreenplayPlan } from './screenplay-plan.tsx'
import { type Source, TextSource } from './text-source.tsx'
import { Working } from './working.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/import')

const nothing: Source = { text: '', fileName: '' }

/** Makes scenes and characters of a project from a screenplay. */
export function ImportInto() {
  if (useMay('editor')) return <Screenplays />
  return (
    <Empty icon={ScrollText} title="This is for editors">
      Whoever edits the film makes its scenes from a screenplay. Its owners decide who does.
    </Empty>
  )
}

function Screenplays() {
  const { projectId } = route.useParams()
  const project = useSuspenseQuery(query('readProject', { params: { id: projectId } })).data.data
  const characters = useSuspenseQuery(query('browseCharacters', { params: { id: projectId } })).data.data
  const { list, scenes, complete } = useAllScenes(projectId)
  const { values: source, set, reset } = useDraft(nothing, `screenplay-${projectId}`)
  const reader = useReader()
  const [plan, setPlan] = useState<Plan>()
  const readButton = useRef<HTMLButtonElement>(null)
  const isStopped = useRef(false)
  // The button that stopped it is gone, with the keyboard on it.
  useEffect(() => {
    if (reader.busy || !isStopped.current) return
    isStopped.current = false
    readButton.current?.focus()
  }, [reader.busy])

  const stop = () => {
    isStopped.current = true
    reader.stop()
  }
  const change = (next: Source, whole: boolean) => {
    set(next)
    reader.stop()
    setPlan(undefined)
    if (whole) void read(next.text)
  }
  const read = async (text: string) => {
    setPlan(undefined)
    const screenplay = await reader.read(text)
    if (screenplay) setPlan(planImport(screenplay, { scenes, characters }))
  }
  return (
    <>
      <Section
        title="Screenplay"
        description="In the Fountain format: plain text, as Highland, Beat, Fade In and others write it. Its scenes and whoever speaks in it become scenes and characters here."
      >
        <div className="flex flex-col gap-4">
          {complete ? (
            <TextSource
              value={source}
              onChange={change}
              noun="screenplay"
              accept=".fountain,.spmd,.txt,text/plain"
              placeholder={
                'INT. LIGHTHOUSE - NIGHT #12A#\n\n= Mara finds the lamp cold.\n\nMARA\nIt went out an hour ago.'
              }
            />
          ) : (
            <Working>Loading the scenes of the project …</Working>
          )}
          {list.isFetchNextPageError && <LoadMore list={list} />}
          <FormError>{reader.error}</FormError>
          {complete && !plan && (
            <div className="flex flex-wrap gap-2">
              <Button
                ref={readButton}
                look="primary"
                busy={reader.busy}
                disabled={source.text.trim() === ''}
                onClick={() => void read(source.text)}
              >
                Read the screenplay
              </Button>
              {reader.busy && <Button onClick={stop}>Stop</Button>}
            </div>
          )}
        </div>
      </Section>
      {reader.busy && <Working>Reading the screenplay …</Working>}
      {plan &&
        (plan.scenes.length === 0 ? (
          <Empty icon={ScrollText} title="No scenes found">
            Scene headings begin with INT. or EXT. and have an empty line above them; any other line becomes
            one with a dot before it.
          </Empty>
        ) : (
          <ScreenplayPlan
            project={project}
            scenes={scenes}
            plan={plan}
            onChange={setPlan}
            onImported={() => reset(nothing)}
          />
        ))}
    </>
  )
}

/** Reads one screenplay at a time. */
function useReader() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const stop = () => {
    running.current?.abort()
    running.current = undefined
    setBusy(false)
    setError(undefined)
  }
  const read = async (text: string): Promise<Screenplay | undefined> => {
    stop()
    const own = new AbortController()
    running.current = own
    setBusy(true)
    try {
      return await readInWorker(text, own.signal)
    } catch (failure) {
      if (!own.signal.aborted) setError((failure as Error).message)
      return undefined
    } finally {
      if (running.current === own) setBusy(false)
    }
  }
  return { busy, error, read, stop }
}
