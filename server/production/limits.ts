/** How many there may be: of projects a user has, and of what belongs to one project or scene. */
export const mostProjects = 1000
export const mostMembers = 500
export const mostScenes = 10_000
export const mostShots = 10_000
export const mostCharacters = 10_000
export const mostRightsDefaults = 1000
