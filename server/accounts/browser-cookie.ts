/** So long may be between the two steps of signing in. */
export const stepSeconds = 10 * 60

/** A cookie that binds what is begun to the browser that it was begun in: for our own pages alone, as that of sessions. */
export interface BrowserCookie {
  set(browser: string): string
  end(): string
  read(cookies: string | undefined): string | undefined
}

export function browserCookie(
  what: 'sign_in' | 'second_step' | 'passkey',
  { secure }: { secure: boolean },
): BrowserCookie {
  const name = `${secure ? '__Host-' : ''}dailies_${what}`
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{43})(?:;|$)`)
  return {
    set: (browser) => `${name}=${browser}; Max-Age=${stepSeconds}; ${attributes}`,
    end: () => `${name}=; Max-Age=0; ${attributes}`,
    read: (cookies) => pattern.exec(cookies ?? '')?.[1],
  }
}
