import type { CaptureBody } from '../../queue/queued-capture.ts'
import type { ChosenPlace } from '../place/chosen-place.ts'

/** What is said of several captures at once; what is empty stays as each has it. */
export interface Change {
  place: ChosenPlace | undefined
  prompt: string
  modelName: string
  /** Are added to those that are there. */
  tags: readonly string[]
  /** Whether prompt and model take the place of others, too. */
  replaces: boolean
}

export const nothingChanged: Change = {
  place: undefined,
  prompt: '',
  modelName: '',
  tags: [],
  replaces: false,
}

/** A capture with a change made to it. Another scene has other shots: the one before is gone with it. */
export function changed(body: CaptureBody, change: Change): CaptureBody {
  const { place, tags, replaces } = change
  const [prompt, modelName] = [change.prompt.trim(), change.modelName.trim()]
  const { shotId, ...rest } = body
  const all = [...new Set([...(body.tags ?? []), ...tags])]
  return {
    ...(place ? rest : body),
    ...(place && { projectId: place.projectId, sceneId: place.sceneId }),
    ...(place?.shotId && { shotId: place.shotId }),
    ...(prompt && (replaces || !body.prompt) && { prompt }),
    ...(modelName && (replaces || !body.modelName) && { modelName }),
    ...(all.length > 0 && { tags: all }),
  }
}
