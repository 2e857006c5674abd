/** What a session is told that may do nothing but set up the second factor that the installation requires. */
export const secondFactorRequired =
  'A second factor is required here: set one up in the console, or sign in again with the one that you have'
