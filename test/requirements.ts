import { access } from './requirements/access.ts'
import { errors } from './requirements/errors.ts'
import { labels } from './requirements/labels.ts'
import { limits } from './requirements/limits.ts'
import { transports } from './requirements/transports.ts'
import { authentication } from './requirements/authentication.ts'
import { chat } from './requirements/chat.ts'
import { chatStream } from './requirements/chat-stream.ts'
import { contact } from './requirements/contact.ts'
import { clients } from './requirements/clients.ts'
import { feedback } from './requirements/feedback.ts'
import { search } from './requirements/search.ts'
import { channels } from './requirements/channels.ts'
import { signedReaders } from './requirements/signed-readers.ts'
import { searchRules } from './requirements/search-rules.ts'
import { verifiedAnswers } from './requirements/verified-answers.ts'
import { widgetConfig } from './requirements/widget-config.ts'

export type Requirement = {
  /** The guarantee in one sentence. A test that gives no name of its own is named by it. */
  readonly text: string
  /** The section of docs/reference/contract.md that it is from. */
  readonly source: string
}

/** Every guarantee of docs/reference/contract.md, once. An id never changes its meaning. */
export const requirements = {
  ...access,
  ...authentication,
  ...chat,
  ...chatStream,
  ...search,
  ...feedback,
  ...widgetConfig,
  ...clients,
  ...contact,
  ...errors,
  ...limits,
  ...labels,
  ...signedReaders,
  ...channels,
  ...verifiedAnswers,
  ...searchRules,
  ...transports,
} as const satisfies Record<string, Requirement>

export type RequirementId = keyof typeof requirements
