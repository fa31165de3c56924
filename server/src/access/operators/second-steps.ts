import type { Auth } from './auth.ts'
import { onlyCookies } from './cookie-name.ts'

/** The cookie outlives no attempt that is longer than this. */
const BINDING_SECONDS = 3600

export type SecondSteps = ReturnType<typeof secondSteps>

/**
 * Sign-ins that wait for a second factor, by the cookie between the two steps. The session begins with the
 * second step, so what it may open is kept with the attempt until then.
 */
export function secondSteps(auth: Auth, secondStep: string) {
  /** The signature behind the dot is the library's to check; the name of the attempt is random. */
  const attemptIn = (cookie: string | undefined): string => {
    const sent = onlyCookies(cookie, [secondStep])?.split('=')[1] ?? ''
    return decodeURIComponent(sent).split('.')[0] ?? ''
  }
  const bindingIn = (cookie: string | undefined): string => `opens-only-${attemptIn(cookie)}`

  return {
    /** Whose sign-in waits; null: it has ended. */
    async findUser(cookie: string | undefined) {
      const { internalAdapter } = await auth.$context
      const found = await internalAdapter.findVerificationValue(attemptIn(cookie))
      return found && internalAdapter.findUserById(found.value)
    },

    async bind(cookie: string, workspaceId: string | null): Promise<void> {
      if (workspaceId === null) return
      const { internalAdapter } = await auth.$context
      await internalAdapter.createVerificationValue({
        identifier: bindingIn(cookie),
        value: workspaceId,
        expiresAt: new Date(Date.now() + BINDING_SECONDS * 1000),
      })
    },

    /** The one workspace that the session of an attempt opens; null: all. */
    async findBinding(cookie: string | undefined): Promise<string | null> {
      const { internalAdapter } = await auth.$context
      const found = await internalAdapter.findVerificationValue(bindingIn(cookie))
      return found?.value ?? null
    },
  }
}
