/** The service that the extension files captures with. */
export interface Connection {
  /** Without a slash at the end: `https://dailies.studio.example`. */
  address: string
  token: string
  /** `paused`: the service refused the token (401), and nothing is sent until the user connects again. */
  state: 'connected' | 'paused'
}
