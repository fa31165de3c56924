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

/** Headings of the public interface. */
type Section =
  | 'What the service does'
  | 'Resources and their fields'
  | 'Client key'
  | 'Suggested questions response'
  | 'Related response'
  | 'Citation'
  | 'Chat request body'
  | 'Chat stream frame'
  | 'Search request body'
  | 'Search response'
  | 'Feedback request body'
  | 'Feedback record'
  | 'Widget configuration'
  | 'Starter question settings'
  | 'Rating of one answer'
  | 'Chat stream'
  | 'Endpoints'
  | 'Stream wire format'
  | 'Thread rules'
  | 'Widget rules'
  | 'Other transports'
  | 'Authentication'
  | 'Events'
  | 'Errors'
  | 'Feedback'
  | 'Failure after the stream opened'
  | 'Limits'
  | 'Versioning'

export type Requirement = {
  /** The guarantee in one sentence. A test that gives no name of its own is named by it. */
  readonly text: string
  readonly source: `public-interface: ${Section}` | `decisions: D${number}`
}

/** Every guarantee of the public interface, once. An id never changes its meaning. */
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
