/** Of a mark. */
export const mostStars = 5
