/** Of one user at most. */
export const mostPasskeys = 20

export const longestPasskeyName = 100
