import { lazyPart } from '../ui/lazy-part.tsx'

/** Loaded once the screen is there: a list of takes does not wait for them. */
export const Banner = lazyPart(async () => (await import('./review-banner.tsx')).ReviewBanner)
export const Past = lazyPart(async () => (await import('./review-banner.tsx')).PastReviews)
