import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

export const PROVED_PATH = '/sign-in/proved'

/** An endpoint of the library for somebody whom we know already. Nothing of it is mounted. */
export const provedSignIn = () => ({
  id: 'proved-sign-in' as const,
  endpoints: {
    signInProved: createAuthEndpoint(
      PROVED_PATH,
      {
        method: 'POST',
        body: z.object({ personId: z.string(), ssoWorkspaceId: z.string().nullable() }),
      },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const { personId, ssoWorkspaceId } = ctx.body
        const user = await internalAdapter.findUserById(personId)
        if (!user) throw new Error('The account to sign in was not found')
        const session = await internalAdapter.createSession(user.id, false, { ssoWorkspaceId })
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ user })
      },
    ),
  },
})
