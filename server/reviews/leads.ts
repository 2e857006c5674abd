import type { ReviewMoment } from '@dailies/contract/review.ts'
import { leadLasts } from '@dailies/contract/review-limits.ts'

/** Who leads by a page, in which term. */
export interface LeadKey {
  reviewId: string
  userId: string
  page: string
  term: number
}

interface Lead extends LeadKey {
  projectId: string
  leader: NonNullable<ReviewMoment['leader']>
  renewedAt: number
  /** What was shown, and noted as such: the latest, and when it was asked last whether it is there. */
  versions: Map<string, number>
}

/** Milliseconds after which the lease is renewed, beside what is shown, */
const renewEvery = 1000
/** and for how long it holds, by the clock of this process, whatever becomes of that: the database began to count later. */
const holdsFor = leadLasts - 200
const mostLeads = 1000
/** As many as a film has shots that is played through; of any other the database is asked again. */
const mostVersions = 500

/**
 * Who leads what, as far as this node knows from its database: so that of 20 states a second one alone is written there.
 * (docs/decisions/0046-review-sessions.md)
 */
export class Leads {
  readonly #leads = new Map<string, Lead>()
  readonly #renewing = new Map<string, Promise<Lead>>()

  /** Undefined where the database is to be asked first: the lease may have ended, or the version be gone; or it was not shown before. */
  held(key: LeadKey, assetVersionId: string | null, now = performance.now()): Lead | undefined {
    const lead = this.#leads.get(key.reviewId)
    if (!lead || lead.userId !== key.userId || lead.page !== key.page || lead.term !== key.term)
      return undefined
    const holds = now - lead.renewedAt < holdsFor && now - askedAt(lead, assetVersionId) < holdsFor
    return holds ? lead : undefined
  }

  isDue(lead: Lead, assetVersionId: string | null, now = performance.now()): boolean {
    return now - askedAt(lead, assetVersionId) >= renewEvery
  }

  /** Asks it with `renew`, once for all that want to know at the same time. */
  async renewed(
    key: LeadKey,
    assetVersionId: string | null,
    renew: () => Promise<Pick<Lead, 'projectId' | 'leader'>>,
    // Before it is asked: it holds from then on.
    renewedAt = performance.now(),
  ): Promise<Lead> {
    const name = JSON.stringify([key.reviewId, key.userId, key.page, key.term, assetVersionId])
    const under = this.#renewing.get(name)
    if (under) return under
    const renewing = renew()
      .then(
        (found) => this.#note(key, { ...found, renewedAt, assetVersionId }),
        (error) => {
          // Whoever is refused once is not let through on what was known before.
          if (this.held(key, assetVersionId)) this.#leads.delete(key.reviewId)
          throw error
        },
      )
      .finally(() => this.#renewing.delete(name))
    this.#renewing.set(name, renewing)
    return renewing
  }

  #note(
    key: LeadKey,
    {
      assetVersionId,
      ...found
    }: Pick<Lead, 'projectId' | 'leader' | 'renewedAt'> & { assetVersionId: string | null },
  ): Lead {
    const before = this.#leads.get(key.reviewId)
    const lead = { ...key, ...found, versions: before?.versions ?? new Map<string, number>() }
    if (assetVersionId !== null) noteVersion(lead, assetVersionId)
    this.#leads.delete(key.reviewId)
    this.#leads.set(key.reviewId, lead)
    // The one that was silent longest.
    if (this.#leads.size > mostLeads) this.#leads.delete(this.#leads.keys().next().value as string)
    return lead
  }
}

/** That another version is there, or a slate is shown, says nothing of this one. */
function askedAt({ renewedAt, versions }: Lead, assetVersionId: string | null): number {
  return assetVersionId === null ? renewedAt : (versions.get(assetVersionId) ?? Number.NEGATIVE_INFINITY)
}

/** The one that was noted longest ago goes. */
function noteVersion({ renewedAt, versions }: Lead, assetVersionId: string): void {
  versions.delete(assetVersionId)
  versions.set(assetVersionId, renewedAt)
  if (versions.size > mostVersions) versions.delete(versions.keys().next().value as string)
}
