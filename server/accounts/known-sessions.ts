import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * Lets better-auth begin a session of a user whom somebody else has found out, by more than a password: for us alone, for it has no
 * routes.
 */
export const knownSessions = {
  id: 'known-sessions',
  endpoints: {
    beginKnownSession: createAuthEndpoint(
      '/known-session',
      { method: 'POST', body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
      async (context) => {
        const { internalAdapter } = context.context
        const { userId } = context.body
        const user = await internalAdapter.findUserById(userId)
        if (!user) throw context.error('UNAUTHORIZED')
        const session = await internalAdapter.createSession(userId, false, { secondFactor: true })
        await setSessionCookie(context, { session, user })
        return context.json({ token: session.token })
      },
    ),
  },
} as const
