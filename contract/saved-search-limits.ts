/** Saved searches of a user alone, and of a project. */
export const mostSavedSearches = 100
/** Saved searches that a user has pinned. */
export const mostPinned = 20
/** How far it is counted what is new in one. */
export const mostNew = 100
