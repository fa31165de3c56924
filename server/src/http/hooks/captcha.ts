import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CaptchaDeps } from '../../access/clients/captcha.ts'
import { verifyCaptcha } from '../../access/clients/captcha.ts'

/** Runs after validation, so that an invalid body uses up no token, and before the handler. */
export function addCaptchaHook(app: FastifyInstance, deps: CaptchaDeps): void {
  app.addHook('preHandler', async (request) => {
    const action = request.routeOptions.config.route?.captcha
    if (action === undefined) return
    await verifyCaptcha(deps, request.caller, captchaToken(request), action)
  })
}

export function captchaToken({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-recaptcha-token']
  return Array.isArray(token) ? token.join() : token
}
