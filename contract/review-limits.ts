/** Seconds for which somebody takes part who said so, */
export const secondsTakingPart = 25
/** and milliseconds for which somebody leads who showed something. */
export const leadLasts = 2000

/** In bytes of JSON: what is shown goes to other nodes in one notification of PostgreSQL, which takes fewer than 8,000. */
export const longestState = 6000
export const mostShapesInProgress = 50
export const mostSpeed = 16

/** Review sessions that go on in a project at once, and people who take part in one. */
export const mostRunningReviews = 20
export const mostPeopleOfReview = 200
