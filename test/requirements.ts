import { authentication } from './requirements/authentication.ts'
import { chat } from './requirements/chat.ts'
import { chatStream } from './requirements/chat-stream.ts'
import { clients } from './requirements/clients.ts'
import { decisionsD10ToD19 } from './requirements/decisions-d10-to-d19.ts'
import { decisionsD1ToD9 } from './requirements/decisions-d1-to-d9.ts'
import { decisionsD20ToD26 } from './requirements/decisions-d20-to-d26.ts'
import { feedback } from './requirements/feedback.ts'
import { search } from './requirements/search.ts'
import { widgetConfig } from './requirements/widget-config.ts'

export type Requirement = {
  /** The guarantee in one sentence. A test that gives no name of its own is named by it. */
  readonly text: string
  /** The section of docs/reference/contract.md that it is from. */
  readonly source: string
}

/** Every guarantee of docs/reference/contract.md, once. An id never changes its meaning. */
export const requirements = {
  ...authentication,
  ...chat,
  ...chatStream,
  ...search,
  ...feedback,
  ...widgetConfig,
  ...clients,
  ...decisionsD1ToD9,
  ...decisionsD10ToD19,
  ...decisionsD20ToD26,
} as const satisfies Record<string, Requirement>

export type RequirementId = keyof typeof requirements
