import type { LiveKind } from '@dailies/contract/live.ts'
import type { ReviewMoment } from '@dailies/contract/review.ts'
import type { Attending } from './followed.ts'
import type { Here } from './presence.ts'

/** Something that changed: as those hear of it who may. docs/live.md */
export interface Change {
  kind: LiveKind
  /** For the members of the project, or for that one of them alone whose `userId` it is, */
  projectId?: string
  sceneDbId?: string
  assetVersionId?: string
  /** or for that user alone; with neither, for everybody whom the kind concerns. */
  userId?: string
  /** With `presence`, what is to be known of it: nobody hears it. */
  here?: Here
  /** With `review`: which one it is, */
  reviewId?: string
  /** what is shown in it, for those who take part, */
  moment?: ReviewMoment
  /** and who does, which nobody hears. */
  attending?: Attending
  /** Whether webhooks may want to be told, which nobody hears either. */
  queued?: true
}

/**
 * Of so many projects and users at once is told, to these alone: an editor of many films must not have everybody fetch
 * everything. Fewer than a node keeps messages.
 */
const mostByProject = 500

/** Changes that are told together: each once, and where there are many, less exactly. */
export class Gathered {
  readonly #most: number
  #changes = new Map<string, Change>()
  #exactness = finest

  /** `most` are told one by one before they are told together. */
  constructor(most = 100) {
    this.#most = most
  }

  /** Whether there are so many that they are told less exactly. */
  get isMany(): boolean {
    return this.#exactness < finest
  }

  get isEmpty(): boolean {
    return this.#changes.size === 0
  }

  add(change: Change): void {
    this.#put(coarsened(change, this.#exactness))
    while (this.#changes.size > this.#bound && this.#exactness > 0) {
      this.#exactness -= 1
      const finer = this.#changes
      this.#changes = new Map()
      for (const one of finer.values()) this.#put(coarsened(one, this.#exactness))
    }
  }

  /** What is gathered; it is empty then. */
  take(): Change[] {
    const taken = [...this.#changes.values()]
    this.#changes = new Map()
    this.#exactness = finest
    return taken
  }

  get #bound(): number {
    return this.#exactness === byProject ? mostByProject : this.#most
  }

  #put(change: Change): void {
    const { kind, projectId, sceneDbId, assetVersionId, userId, reviewId } = change
    const { here, attending, moment } = change
    const place = `${kind} ${projectId} ${sceneDbId} ${assetVersionId} ${userId} ${reviewId}`
    const who = here ?? attending
    // Of what is shown the latest alone counts.
    const more = who ? ` ${who.userId} ${who.page}` : moment ? ' shown' : ''
    this.#changes.set(place + more, change)
  }
}

/** By asset version, by scene, by project, or not told apart at all. */
const [finest, byProject] = [3, 1]

function coarsened(change: Change, exactness: number): Change {
  const { kind, projectId, sceneDbId, userId } = change
  if (exactness === 0) return { kind: 'reset' }
  if (exactness === finest || projectId === undefined) return change
  if (exactness === byProject) return { kind: 'everything', projectId }
  return {
    kind,
    projectId,
    ...(sceneDbId !== undefined && { sceneDbId }),
    ...(userId !== undefined && { userId }),
  }
}
