import type { CaptureInput } from '@dailies/contract/capture.ts'
import { captureIdOfFile, captureOfFile } from '@dailies/reading/capture-of-file.ts'
import type { Dailies } from '../../sdk/src/dailies.ts'
import { locationOf } from './file-one.ts'
import { problemText } from './list-files.ts'
import type { Place } from './place.ts'
import { type ReadFile, readWhole } from './read-file.ts'

/** A file that was looked at: little enough to keep of a hundred thousand. */
export interface SeenFile {
  path: string
  size: number
  sha256: string
  assetType: string
  platformKey: string
  modelName: string
  /** Its first characters; undefined where it lacks one. */
  prompt: string | undefined
  /** The version that it is already, at this place. */
  assetVersionId?: string
}

interface Looking {
  place: Place
  givenFor: (file: ReadFile) => Partial<CaptureInput>
  signal: AbortSignal
  /** Told after each. */
  onSeen: () => void
}

const atOnce = 4
const shownOfPrompt = 200
/** Keys in a question, and rounds of each file that are asked for: docs/decisions/0005-repeated-captures.md */
const mostAsked = 198
const rounds = [0, 1, 2]

/** Reads each file, and says what it would be filed as, or why it cannot be read. */
export async function lookAtFiles(paths: readonly string[], { place, givenFor, signal, onSeen }: Looking) {
  const seen: SeenFile[] = []
  const problems: { path: string; problem: string }[] = []
  const left = paths.entries()
  const looked: (SeenFile | undefined)[] = new Array(paths.length)
  const look = async () => {
    for (const [index, path] of left) {
      try {
        const file = await readWhole(path, signal)
        const given = { ...givenFor(file), ...locationOf(place) }
        const { body } = captureOfFile({ file, given, source: 'command-line' })
        const { size, sha256 } = file
        looked[index] = {
          path,
          size,
          sha256,
          assetType: body.assetType ?? 'OTHER',
          platformKey: body.platformKey ?? '',
          modelName: body.modelName ?? '',
          prompt: body.prompt?.slice(0, shownOfPrompt),
        }
      } catch (error) {
        signal.throwIfAborted()
        problems.push({ path, problem: problemText(error) })
      }
      onSeen()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, look))
  for (const one of looked) if (one) seen.push(one)
  return { seen, problems }
}

/** Tells of each which version it is already, if any. */
export async function findFiled(
  dailies: Dailies,
  seen: readonly SeenFile[],
  { place, signal }: Pick<Looking, 'place' | 'signal'>,
): Promise<void> {
  const portion = Math.floor(mostAsked / rounds.length)
  for (let at = 0; at < seen.length; at += portion) {
    const files = seen.slice(at, at + portion)
    const byKey = new Map(
      files.flatMap((file) =>
        rounds.map((round) => [captureIdOfFile(file.sha256, place, round), file.sha256] as const),
      ),
    )
    const { captured } = await dailies.findCaptured({ captureIds: [...byKey.keys()] }, { signal })
    const versions = new Map(
      captured.map(({ captureId = '', assetVersionId }) => [byKey.get(captureId), assetVersionId]),
    )
    for (const file of files) {
      const assetVersionId = versions.get(file.sha256)
      if (assetVersionId) file.assetVersionId = assetVersionId
    }
  }
}
