import type { CaptchaAction } from '@footnote/contract/captcha'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CaptchaDeps } from '../../access/captcha.ts'
import { verifyCaptcha } from '../../access/captcha.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action of the token that a public key may have to send here. */
    captcha?: CaptchaAction
  }
}

/** After the body was read, so that a mistake in it costs no token; before anything is done with it. */
export function addCaptchaHook(app: FastifyInstance, deps: CaptchaDeps): void {
  app.addHook('preHandler', async (request) => {
    const action = request.routeOptions.config.captcha
    if (action === undefined) return
    await verifyCaptcha(deps, request.caller, captchaToken(request), action)
  })
}

export function captchaToken({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-recaptcha-token']
  return Array.isArray(token) ? token.join() : token
}
