import type { CaptureInput } from '@dailies/contract/capture.ts'
import { type Dailies, DailiesError } from '../../sdk/src/dailies.ts'
import { fileOne, type ToFile } from './file-one.ts'
import { problemText } from './list-files.ts'
import type { SeenFile } from './look-at-files.ts'
import { isElsewhere, mayPass, patiently } from './patience.ts'
import type { Place } from './place.ts'
import { type ReadFile, readWhole } from './read-file.ts'

/** What became of a file. `same`: it is the take of another of them. `left`: it was not its turn any more. */
export interface Outcome {
  file: string
  state: 'filed' | 'same' | 'there' | 'failed' | 'left'
  assetVersionId?: string
  versionNumber?: number
  /** The file that the take was made of. */
  sameAs?: string
  problem?: string
}

interface Sending {
  dailies: Dailies
  place: Place
  givenFor: (file: ReadFile) => Partial<CaptureInput>
  signal: AbortSignal
  /** Milliseconds of waiting for the service in a row. */
  until: number | undefined
  progress: {
    tell(line: string): void
    warn(line: string): void
    bar(share: number, words: string): void
  }
  /** Says nothing of those that went well. */
  quiet: boolean
}

/** More would only be slower each. */
const atOnce = 3

/**
 * Files all of them, three at once. Where the service, the token or somebody ends it, the rest is `left`, and `end` says why; what is
 * wrong with one file ends no other.
 */
export async function sendFiles(
  files: readonly SeenFile[],
  { dailies, place, givenFor, signal, until, progress, quiet }: Sending,
): Promise<{ outcomes: Outcome[]; end: unknown }> {
  const outcomes: Outcome[] = files.map(({ path }) => ({ file: path, state: 'left' }))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const sent = new Map<string, number>()
  let done = 0
  const ending = new AbortController()
  const stop = () => ending.abort(signal.reason)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()

  const draw = () => {
    const safe = [...sent.values()].reduce((sum, one) => sum + one, 0) + doneBytes
    progress.bar(bytes === 0 ? 1 : safe / bytes, `${done} of ${files.length} files, ${percent(safe, bytes)}`)
  }
  let doneBytes = 0
  /** Files by the takes that were made of them. */
  const made = new Map<string, string>()
  const sendOne = async (seen: SeenFile): Promise<Outcome> => {
    const { path } = seen
    const file = await readWhole(path, ending.signal)
    const onSent = (received: number) => {
      sent.set(path, received)
      draw()
    }
    const toFile: ToFile = { file, place, given: givenFor(file), source: 'command-line' }
    const filed = await patiently(() => fileOne(dailies, toFile, { signal: ending.signal, onSent }), {
      signal: ending.signal,
      until,
      onWait: sayWait(progress),
    })
    if (seen.assetVersionId) return { file: path, state: 'there', ...filed }
    const sameAs = made.get(filed.assetVersionId)
    if (sameAs) return { file: path, state: 'same', ...filed, sameAs }
    made.set(filed.assetVersionId, path)
    return { file: path, state: 'filed', ...filed }
  }

  const left = files.entries()
  const work = async () => {
    for (const [index, seen] of left) {
      if (ending.signal.aborted) return
      try {
        const outcome = await sendOne(seen)
        outcomes[index] = outcome
        const { state, versionNumber, sameAs } = outcome
        const same = sameAs ? `, same as ${sameAs}` : ''
        if (!quiet) progress.tell(`${state}  ${seen.path}  v${versionNumber}${same}`)
      } catch (error) {
        if (ending.signal.aborted) return
        if (endsAll(error)) return ending.abort(error)
        const problem = reasonOf(error)
        outcomes[index] = { file: seen.path, state: 'failed', problem }
        progress.warn(`failed  ${seen.path}: ${problem}`)
      }
      sent.delete(seen.path)
      done += 1
      doneBytes += seen.size
      draw()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  signal.removeEventListener('abort', stop)
  return { outcomes, end: ending.signal.aborted ? ending.signal.reason : undefined }
}

/** Says that it is waited, where it is for more than a moment. */
export function sayWait({ warn }: Pick<Sending['progress'], 'warn'>) {
  return ({ message }: DailiesError, pause: number) => {
    if (pause >= 1500) warn(`${message}: another try in ${Math.round(pause / 1000)} s`)
  }
}

/** What is wrong with every other file, too: the service is away, the token is refused, the place is gone, there is no room, or it is none of Dailies. */
function endsAll(error: unknown): boolean {
  if (!(error instanceof DailiesError)) return false
  return mayPass(error) || isElsewhere(error) || [401, 403, 404, 507].includes(error.status)
}

/** Why one file is not filed, in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof DailiesError)) return problemText(error)
  const ofFields = Object.entries(error.fieldErrors).flatMap(([field, messages]) =>
    messages.map((message) => `${field}: ${message}`),
  )
  const said = [...ofFields, ...error.formErrors]
  return said.length > 0 ? said.join('; ') : error.message
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((part / whole) * 100)} %`
}
