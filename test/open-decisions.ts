import type { RequirementId } from './requirements.ts'

/** The decisions among the open requirements. */
export const openDecisions: readonly RequirementId[] = [
  'd7.captcha.websocket-field',
  'd8.allowed-groups.bind-form-deflect',
  'd8.allowed-groups.bind-websocket',
  'd13.source.names-the-channel',
  'd21.websocket.path',
  'd21.websocket.init-with-public-key',
  'd21.websocket.init-with-secret-pair',
  'd21.websocket.ask',
  'd21.websocket.frames',
  'd21.websocket.cancel',
  'd21.websocket.ping',
  'd21.websocket.several-at-once',
  'd21.websocket.close-4400',
  'd21.websocket.close-4401',
  'd21.websocket.close-4408',
  'd21.websocket.close-4429',
  'd22.form-deflect.request',
  'd22.form-deflect.response',
  'd22.form-deflect.answered',
  'd22.form-deflect.outcome-deflected',
  'd22.form-deflect.outcome-submitted',
  'd22.form-deflect.outcome-other-refused',
]
