// Written by `npm run openapi` from the contract. Do not edit.
import type {
  Citation,
  DeltaFrame,
  ErrorFrame,
  FeedbackReason,
  FirstFrame,
  Id,
  LabelFilter,
  Labels,
  StreamFailureCode,
  Timestamp,
  Vote,
} from './public.ts'

/** Somebody new chooses a name and a password. Somebody with an account sends its password, or nothing when they are signed in. */
export type AcceptInvitationBody = {
  /** The part of the link after `#`. */
  token: string
  /** As colleagues see it. */
  name?: string | undefined
  /** 12 to 128 characters, any of them. */
  password?: string | undefined
}

export type AccessToken = {
  /** Identifies the token in this API. It gives no access. */
  id: Id
  /** What it is for. */
  name: string
  /** The most that it may do. */
  role: Role
  /** Whose it is: it never allows more than they may do. null: made with the admin token. */
  person_id: Id | null
  /** Its last 4 characters, to tell tokens apart. */
  hint: string
  /** When it was created. */
  created_at: Timestamp
  /** When it ends. */
  expires_at: Timestamp
  /** To the hour; null: never used. */
  last_used_at: Timestamp | null
}

export type AccessTokenBody = {
  /** What it is for, such as the CI job. */
  name: string
  /** The most that it may do. Not above your own. */
  role: Role
  /** It is refused from then on. Default: `90`. */
  expires_in_days?: number | undefined
}

export type AccessTokenList = {
  /** Oldest first; without revoked and expired ones. */
  tokens: AccessToken[]
}

export type Analytics = {
  /** The first day. */
  from: Day
  /** The last day. */
  to: Day
  /** What a point of the series covers. */
  interval: AnalyticsInterval
  /** The figures of the whole period. */
  totals: AnalyticsFigures
  /** By time. Points without any count are left out. */
  series: AnalyticsPoint[]
  /** As many days before, to compare with. */
  previous: {
    /** The first day. */
    from: Day
    /** The last day. */
    to: Day
    /** The figures of all these days. */
    totals: AnalyticsFigures
    /** By time. Points without any count are left out. */
    series: AnalyticsPoint[]
  }
  /** The currency of every `cost`, as an ISO 4217 code. null: no model has a price. */
  currency: string | null
  /** What wrote the `unpriced` answers of the period, most answers first. */
  models_without_price: string[]
  /** At most 50, those with most questions first. null: not asked for. */
  groups: AnalyticsGroup[] | null
}

export type AnalyticsFigures = {
  /** Questions answered: covered, not covered and small talk. */
  questions: number
  /** Questions that began a conversation. */
  conversations: number
  /** Answered from the documents. */
  covered: number
  /** The documents did not cover them. */
  not_covered: number
  /** Greetings and the like, which got a set reply. */
  small_talk: number
  /** Ended with an error, and are not among `questions`. */
  failed: number
  /** Answers of this period rated up, at any time since. */
  rated_up: number
  /** Answers of this period rated down, at any time since. */
  rated_down: number
  /** How many of these are wrong, as the reader said. */
  down_wrong: number
  /** How many are out of date. */
  down_outdated: number
  /** How many are incomplete. */
  down_incomplete: number
  /** How many answer another question. */
  down_not_my_question: number
  /** Answers shown above a form before it was sent. */
  forms_shown: number
  /** How many of these helped, so that the form was not sent. */
  forms_deflected: number
  /** After how many of these the form was sent anyway. */
  forms_submitted: number
  /** As counted by the provider. */
  input_tokens: number
  /** As counted by the provider. */
  output_tokens: number
  /** What the tokens cost at the prices of that time. Leaves out `unpriced` answers. */
  cost: number
  /** Answers whose cost is unknown: their model had no price. */
  unpriced: number
  /** Until the first words. null: nothing timed. */
  first_delta_ms: Percentiles | null
  /** Until the answer was complete. null: nothing timed. */
  total_ms: Percentiles | null
}

export type AnalyticsGroup = {
  /** The source, model or language, or the id of the widget or key. null: none. */
  value: string | null
  /** The figures of the whole period. */
  totals: AnalyticsFigures
  /** Only for the six groups with most questions; empty for others. */
  series: AnalyticsPoint[]
}

export type AnalyticsGrouping = 'source' | 'widget' | 'key' | 'model' | 'language'

export type AnalyticsInterval = 'day' | 'week' | 'month'

export type AnalyticsPoint = {
  /** Its first day. */
  at: Day
  /** Questions answered: covered, not covered and small talk. */
  questions: number
  /** Questions that began a conversation. */
  conversations: number
  /** Answered from the documents. */
  covered: number
  /** The documents did not cover them. */
  not_covered: number
  /** Greetings and the like, which got a set reply. */
  small_talk: number
  /** Ended with an error, and are not among `questions`. */
  failed: number
  /** Answers of this period rated up, at any time since. */
  rated_up: number
  /** Answers of this period rated down, at any time since. */
  rated_down: number
  /** How many of these are wrong, as the reader said. */
  down_wrong: number
  /** How many are out of date. */
  down_outdated: number
  /** How many are incomplete. */
  down_incomplete: number
  /** How many answer another question. */
  down_not_my_question: number
  /** Answers shown above a form before it was sent. */
  forms_shown: number
  /** How many of these helped, so that the form was not sent. */
  forms_deflected: number
  /** After how many of these the form was sent anyway. */
  forms_submitted: number
  /** As counted by the provider. */
  input_tokens: number
  /** As counted by the provider. */
  output_tokens: number
  /** What the tokens cost at the prices of that time. Leaves out `unpriced` answers. */
  cost: number
  /** Answers whose cost is unknown: their model had no price. */
  unpriced: number
  /** Until the first words. null: nothing timed. */
  first_delta_ms: Percentiles | null
  /** Until the answer was complete. null: nothing timed. */
  total_ms: Percentiles | null
}

export type AnswerDiff = {
  /** The answer diff. */
  id: Id
  /** What was to be tried, in the words of whoever started it. */
  label: string
  /** completed: every question was asked. */
  state: EvaluationState
  /** Why it failed; null: it did not. */
  reason: string | null
  /** The pages that are added, changed or removed. */
  pages: DiffPage[]
  /** How many questions it has. 0 until they are chosen. */
  total: number
  /** How many of them have been asked. */
  done: number
  /** How many questions have each verdict so far. */
  counts: DiffCounts
  /** When it was started. */
  created_at: Timestamp
  /** null while it waits or runs. */
  ended_at: Timestamp | null
}

export type AnswerDiffBody = {
  /** What is to be tried. Default: `""`. */
  label?: string | undefined
  /** The source that the pages belong to. When absent, they are looked for among all pages. */
  source_id?: Id | undefined
  /** The pages that would be added, changed or removed, and no others. */
  pages: DiffPageInput[]
  /** How a path becomes an address. When absent, the settings of the source say it, or the addresses of its pages that are changed. */
  path_map?: PathMap | undefined
  /** The question sets to ask. Empty: all of them. Default: `[]`. */
  set_ids?: Id[] | undefined
  /** How far back questions of readers are asked again. 0: none are. Default: `90`. */
  days?: number | undefined
  /** Whether the questions of open gaps are asked. Default: `true`. */
  gaps?: boolean | undefined
  /** Passages to retrieve. Above 100 counts as 100. Default: `10`. */
  top_k?: number | undefined
}

export type AnswerDiffList = {
  /** Newest first. */
  answer_diffs: AnswerDiff[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

export type AnswerDiffWithItems = {
  /** The answer diff. */
  id: Id
  /** What was to be tried, in the words of whoever started it. */
  label: string
  /** completed: every question was asked. */
  state: EvaluationState
  /** Why it failed; null: it did not. */
  reason: string | null
  /** The pages that are added, changed or removed. */
  pages: DiffPage[]
  /** How many questions it has. 0 until they are chosen. */
  total: number
  /** How many of them have been asked. */
  done: number
  /** How many questions have each verdict so far. */
  counts: DiffCounts
  /** When it was started. */
  created_at: Timestamp
  /** null while it waits or runs. */
  ended_at: Timestamp | null
  /** What is worst first. */
  items: DiffItem[]
}

export type AnswerModel = {
  /** null: answers are written by the deployment's model. */
  answer_model: {
    provider: ModelProvider
    /** The provider's name for the model; for azure the name of the deployment. */
    model: string
    /** Including the version, such as `https://llm.example.com/v1`. */
    base_url?: string | undefined
    /** For azure: the resource in `https://<resource>.openai.azure.com`. */
    resource?: string | undefined
    /** For bedrock. */
    region?: string | undefined
    /** The last characters of the key; null: no key is stored. */
    api_key_hint: string | null
  } | null
  /** provider/model of the deployment; null: without a model, answers are made of sentences from the sources. */
  deployment_model: string | null
}

export type AnswerModelBody = {
  provider: ModelProvider
  /** The provider's name for the model; for azure the name of the deployment. */
  model: string
  /** Including the version, such as `https://llm.example.com/v1`. */
  base_url?: string | undefined
  /** For azure: the resource in `https://<resource>.openai.azure.com`. */
  resource?: string | undefined
  /** For bedrock. */
  region?: string | undefined
  /** The provider's key, stored encrypted and never shown. When absent, the key that is stored stays, unless the provider or the address changes: then it has to be given again. */
  api_key?: string | undefined
  /** true: saved without asking the model for a few words first. Readers get errors if it fails. Default: `false`. */
  skip_test?: boolean | undefined
}

export type AnswerModelTest = {
  /** Whether the model began to write. */
  ok: boolean
  /** provider/model. `extract`: there is none, and answers are quoted. */
  model: string
  /** Until its first words; null: there were none. */
  first_delta_ms: number | null
  /** null: it works. */
  error: {
    error_code: StreamFailureCode
    /** What a reader would be shown. */
    message: string
    /** The status and the provider's codes; null: it gave none. */
    detail: string | null
  } | null
}

/** How sure the service must be that the documents answer a question. strict: it rather says that a question is not covered. lenient: it rather answers. */
export type Answerability = 'strict' | 'balanced' | 'lenient'

export type AskedPage = {
  /** Origin and path of the page. */
  page_url: string
  /** Questions asked on it, without small talk. */
  questions: number
  /** How many of them the documents covered. */
  covered: number
}

export type AskedPages = {
  /** Those with most questions first. */
  pages: AskedPage[]
  /** Asked on pages that are not listed one by one: a day has at most 1,000. */
  other_questions: number
}

/** What is stored of who asked. none: nothing. hashed: a hash that is the same for all questions of somebody in this workspace. plain: the id or address that the client sent. What is stored already stays as it is. */
export type AskerStorage = 'none' | 'hashed' | 'plain'

export type AuditChange = {
  /** As in the request. */
  field: string
  /** Its value before, where it was recorded. */
  from?: unknown | undefined
  /** Its value since, where it was recorded. */
  to?: unknown | undefined
}

export type AuditEvent = {
  /** Ordered by time. */
  id: Id
  /** When it was done. */
  at: Timestamp
  /** An email address; `operator` for the admin token; `worker`. */
  actor: string
  /** The person; null: no person was signed in. */
  actor_id: Id | null
  /** The access token that was used; null: none. */
  token_id: Id | null
  /** Resource and verb, such as `key.revoke`. */
  action: string
  /** What it was done to. */
  target: Id | null
  /** What changed. Never secrets or content. */
  changes: AuditChange[]
  /** The network address that it came from. */
  address: string | null
  /** The `X-Request-Id` of the reply. */
  request_id: Id | null
}

export type AuditEventList = {
  /** Newest first. */
  events: AuditEvent[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

export type BulkDocumentsBody = {
  /** The documents. Those that are gone are left out. */
  ids?: Id[] | undefined
  /** All documents that match, instead of `ids`. Empty: every document. */
  filter?: DocumentFilter | undefined
  /** Who may see them from now on. */
  visibility?: Visibility | undefined
  /** Their source group; null: none. */
  group_id?: Id | null | undefined
  /** Replace the labels that were given to them. `{}`: as their pages and sources have them. */
  labels?: LabelsInput | undefined
  /** Indexes them again. */
  reindex?: true | undefined
  /** Deletes them; nothing else may be changed then. */
  delete?: true | undefined
  /** The `next_cursor` of the call before, with the same filter. */
  cursor?: string | undefined
}

export type BulkDocumentsResult = {
  /** How many were changed or deleted by this call. */
  documents: number
  /** More match the filter: send the same again with it. null: all are done. */
  next_cursor: string | null
}

export type ChangedSource = {
  /** Part of the URLs of its pages, syncs and files. */
  id: Id
  /** Only for you; readers do not see it. */
  name: string
  type: SourceType
  /** null for `api`. */
  settings: SavedSourceSettings | null
  /** The source group of its documents; null: none. */
  group_id: Id | null
  /** Cron in UTC. null: syncs only on request. */
  schedule: string | null
  visibility: Visibility
  /** Of visibility, group and each label the first rule that matches and says it decides. */
  rules: SavedSourceRule[]
  /** What it signs in with; null: nothing. */
  credential: SourceCredential | null
  /** true: no sync starts, not even on request. */
  paused: boolean
  /** By its schedule; null: none is scheduled. */
  next_sync_at: Timestamp | null
  /** Documents it has in the knowledge base. */
  documents: number
  /** Pages that could not be read or indexed. Readers find their previous text, if there is any. */
  failed_pages: number
  /** Pages that are left out, such as those that need signing in or are too large. */
  skipped_pages: number
  /** The newest, running or ended; null: none yet. */
  last_sync: Sync | null
  /** When it was added. */
  created_at: Timestamp
  /** When its settings last changed. */
  updated_at: Timestamp
  /** true: the address moved to another origin, so the credential was deleted. Give it again. */
  credential_dropped: boolean
}

export type Channel = {
  /** Names the channel in the admin API. */
  id: Id
  /** The product that people ask in. */
  kind: 'slack' | 'discord' | 'github'
  /** Unique in its knowledge base. Not blank. */
  name: string
  /** The groups it may answer from, those for signed readers among them. Empty: every group but those for signed readers, and documents without a group. */
  group_ids: Id[]
  /** Where it answers: ids of channels in the product, and in GitHub names of repositories. Empty: wherever it was invited. Direct messages are always answered. */
  places: string[]
  /** Questions a minute beyond which it answers no more. */
  questions_per_minute: number
  /** What becomes of a new issue or discussion that does not mention the app: `answer` answers in public, `propose` shows those who maintain it that there is an answer, `ignore` does nothing. In Slack and Discord the app is always asked. */
  unasked: 'answer' | 'propose' | 'ignore'
  /** Whether it also answers what nobody asked it when the documentation does not cover it. */
  say_not_covered: boolean
  /** Whether it answers. */
  enabled: boolean
  /** Who it is in the product; null: it is not connected yet. */
  connection: {
    /** The app there. */
    app: string
    /** The user whom its messages are from. */
    bot_user: string
    /** The name of that user. */
    bot_name: string
    /** The workspace there that it was installed in; null: several may have it. */
    team: string | null
    /** The name of that workspace, or of the app. */
    team_name: string
    /** What the product signs its calls with, where there is a public key. */
    public_key?: string | undefined
    /** The page of the app there, where it has one. */
    url?: string | undefined
    /** When its credentials were last entered. */
    since: Timestamp
  } | null
  /** What last kept it from answering; null: nothing. */
  problem: {
    /** What is wrong, in words for operators. */
    message: string
    /** When that last happened. */
    at: Timestamp
  } | null
  /** Where the product sends what happens there. */
  request_url: string
  /** What to create the app from, as JSON; null: there is nothing to paste. */
  manifest: string | null
  /** The page of the product to go on with: where apps are made, or, once it is connected, added. */
  setup_url: string
  /** When it was created. */
  created_at: Timestamp
}

export type ChannelBody = {
  /** The product that people ask in. */
  kind: 'slack' | 'discord' | 'github'
  /** Unique in its knowledge base. Not blank. */
  name: string
  /** The groups it may answer from, those for signed readers among them. Empty: every group but those for signed readers, and documents without a group. Default: `[]`. */
  group_ids?: Id[] | undefined
  /** Where it answers: ids of channels in the product, and in GitHub names of repositories. Empty: wherever it was invited. Direct messages are always answered. Default: `[]`. */
  places?: string[] | undefined
  /** Questions a minute beyond which it answers no more. Default: `60`. */
  questions_per_minute?: number | undefined
  /** What becomes of a new issue or discussion that does not mention the app: `answer` answers in public, `propose` shows those who maintain it that there is an answer, `ignore` does nothing. In Slack and Discord the app is always asked. Default: `"propose"`. */
  unasked?: 'answer' | 'propose' | 'ignore' | undefined
  /** Whether it also answers what nobody asked it when the documentation does not cover it. Default: `false`. */
  say_not_covered?: boolean | undefined
}

/** The credentials of an app in the product. */
export type ChannelConnection = SlackConnection | DiscordConnection | GitHubConnection

export type ChannelConnectionBody = {
  credential: ChannelConnection
}

export type ChannelList = {
  /** Oldest first, at most 20. */
  channels: Channel[]
}

/** At least one field. */
export type ChannelPatch = {
  /** Unique in its knowledge base. Not blank. */
  name?: string | undefined
  /** The groups it may answer from, those for signed readers among them. Empty: every group but those for signed readers, and documents without a group. */
  group_ids?: Id[] | undefined
  /** Where it answers: ids of channels in the product, and in GitHub names of repositories. Empty: wherever it was invited. Direct messages are always answered. */
  places?: string[] | undefined
  /** Questions a minute beyond which it answers no more. */
  questions_per_minute?: number | undefined
  /** What becomes of a new issue or discussion that does not mention the app: `answer` answers in public, `propose` shows those who maintain it that there is an answer, `ignore` does nothing. In Slack and Discord the app is always asked. */
  unasked?: 'answer' | 'propose' | 'ignore' | undefined
  /** Whether it also answers what nobody asked it when the documentation does not cover it. */
  say_not_covered?: boolean | undefined
  /** false: it answers nothing, and running answers end. */
  enabled?: boolean | undefined
}

export type ChannelPlaces = {
  /** By name. */
  places: {
    /** As in `places` of the channel. */
    place: string
    /** Its name in the product. */
    name: string
    /** Whether the app was invited there. */
    is_member: boolean
    /** Whether only those invited see it. */
    is_private: boolean
  }[]
}

export type ChannelTest = {
  /** Whether the product accepts the credentials. */
  ok: boolean
  /** What it says is wrong; null: nothing. */
  problem: string | null
}

export type CitedDocument = {
  /** The document. */
  document_id: Id
  /** Its title. */
  title: string
  /** Its address. */
  url: string
  /** Answers that cite it. */
  cited: number
}

export type CitedDocuments = {
  /** The most cited first. Documents that were deleted are left out. */
  documents: CitedDocument[]
}

export type CitedLabel = {
  /** The label, such as `version`. */
  name: string
  /** The most cited first. */
  values: CitedLabelValue[]
  /** Citations of documents that do not have this label. */
  without: number
}

export type CitedLabelValue = {
  /** A value of the label, such as `2` of `version`. */
  value: string
  /** Cited documents that have it. */
  documents: number
  /** Citations of these documents. */
  cited: number
}

export type CitedLabels = {
  /** By name. Labels that no cited document has are left out. */
  labels: CitedLabel[]
}

export type CitedPage = {
  /** The document. */
  document_id: Id
  /** Its title. */
  title: string
  /** Its address, with the anchor of the passage. */
  url: string
}

export type ComparedItem = {
  /** The same in both. */
  question: string
  change: ItemChange
  /** null: it was not asked then. */
  before: EvaluationItem | null
  /** null: it is no longer asked. */
  after: EvaluationItem | null
}

export type Comparison = {
  /** The evaluation to compare with. */
  before: Evaluation
  /** The evaluation to look at. */
  after: Evaluation
  /** How many questions there are of each kind. */
  counts: {
    /** Only the earlier answer was as expected. */
    broken: number
    /** Only the later answer is as expected. */
    fixed: number
    /** Both are as expected, or neither. */
    same: number
    /** Asked in the later evaluation alone. */
    added: number
    /** Asked in the earlier evaluation alone. */
    removed: number
  }
  /** Broken ones first, then fixed ones, then the others. */
  items: ComparedItem[]
}

/** How a reader’s message reaches your people. */
export type Contact = {
  /** Each message is a mail. Needs SMTP_URL on the server. */
  by: 'email'
  /** Where the mails go. */
  email: string
} | {
  /** Each message is a `contact.requested` event for the webhooks of the workspace. */
  by: 'webhook'
}

/** How a reader’s message reaches your people. */
export type ContactInput = {
  /** Each message is a mail. Needs SMTP_URL on the server. */
  by: 'email'
  /** Where the mails go. */
  email: string
} | {
  /** Each message is a `contact.requested` event for the webhooks of the workspace. */
  by: 'webhook'
}

/** The format that it was indexed from. */
export type ContentType = 'text/markdown' | 'text/mdx' | 'text/asciidoc' | 'application/x-ipynb+json' | 'text/html' | 'text/plain' | 'text/csv' | 'application/pdf' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.openxmlformats-officedocument.presentationml.presentation' | 'application/epub+zip'

export type CreatedAccessToken = {
  /** Identifies the token in this API. It gives no access. */
  id: Id
  /** What it is for. */
  name: string
  /** The most that it may do. */
  role: Role
  /** Whose it is: it never allows more than they may do. null: made with the admin token. */
  person_id: Id | null
  /** Its last 4 characters, to tell tokens apart. */
  hint: string
  /** When it was created. */
  created_at: Timestamp
  /** When it ends. */
  expires_at: Timestamp
  /** To the hour; null: never used. */
  last_used_at: Timestamp | null
  /** Shown once. */
  token: string
}

export type CreatedInvitation = {
  /** Identifies the invitation. It is not the link. */
  id: Id
  /** Whom it is for. */
  email: string
  /** What they may do once they accept. */
  role: Role
  /** Who invited them, as in the audit log. */
  invited_by: string
  /** When it was created. */
  created_at: Timestamp
  /** 7 days later. */
  expires_at: Timestamp
  /** Anyone who has it can accept. Shown once. */
  token: string
  /** Whether a message with it was sent to the address. */
  is_sent: boolean
}

export type CreatedKey = {
  /** Identifies the key in this API. It is not a secret and gives no access. */
  id: Id
  /** Only for you; readers do not see it. */
  name: string
  kind: KeyKind
  /** Whether readers must send a CAPTCHA token. */
  captcha: boolean
  /** Hosts that CAPTCHA tokens may come from. */
  captcha_hostnames: string[]
  /** Pages that may use the key. null: any page, and programs too. Empty: none. */
  allowed_origins: string[] | null
  /** The key works only from these addresses and blocks. Empty: from any. */
  allowed_addresses: string[]
  /** When it stops working, or stopped; null: it does not expire. */
  expires_at: Timestamp | null
  /** The key reads only these source groups. Empty: no limit. */
  allowed_group_ids: Id[]
  /** When it was created. */
  created_at: Timestamp
  /** Only for a public key. Shown once. */
  client_key?: string | undefined
  /** Only for a secret pair. */
  client_id?: string | undefined
  /** Only for a secret pair. Shown once. */
  client_secret?: string | undefined
}

export type Currency = string

export type Day = string

export type DeletedPage = {
  /** The page in its source: a URL, a path. */
  key: string
  /** URL that the document had. */
  url: string
  /** Title the document had. */
  title: string
  /** When its document was deleted. */
  deleted_at: Timestamp
}

export type DeletedPageList = {
  /** Sorted by key. */
  pages: DeletedPage[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

/** pending: it will be sent, or sent again. delivered: the receiver answered with 2xx. failed: it is not sent again unless you replay it. */
export type DeliveryState = 'pending' | 'delivered' | 'failed'

export type DiffAnswer = {
  /** refused: the reader is told that the documents do not cover it. */
  outcome: 'answered' | 'refused' | 'failed'
  /** What is quoted of the pages. */
  answer: string
  /** In the order of the answer. */
  citations: DiffCitation[]
  /** Whether the answer is as its set expects; null: no set does. */
  passed: boolean | null
}

export type DiffCitation = {
  /** The document. */
  document_id: Id
  /** Its title. */
  title: string
  /** Its address, with the anchor of the passage. */
  url: string
  /** The section. */
  heading_path: string[]
  /** Whether it is one of the pages of the diff. */
  is_changed: boolean
}

export type DiffCounts = {
  /** Questions with this verdict. */
  contradicts: number
  /** Questions with this verdict. */
  no_longer_covered: number
  /** Questions with this verdict. */
  worse: number
  /** Questions with this verdict. */
  cites_another_page: number
  /** Questions with this verdict. */
  better: number
  /** Questions with this verdict. */
  newly_covered: number
  /** Questions with this verdict. */
  same: number
  /** Questions with this verdict. */
  failed: number
}

export type DiffDifference = {
  /** What the two sentences disagree in. name: of an option, a file, a product. */
  kind: 'number' | 'unit' | 'negation' | 'name'
  /** What the answer says now. */
  before: string
  /** What it would say. */
  after: string
}

export type DiffItem = {
  /** As it was asked, personal data replaced. */
  question: string
  /** Where it is from. */
  origin: 'set' | 'reader' | 'gap'
  /** How often readers asked it; 1 of a set. */
  times: number
  /** null: not asked yet. */
  verdict: DiffVerdict | null
  /** The answer as it is. */
  before: DiffAnswer | null
  /** The answer as it would be. */
  after: DiffAnswer | null
  /** The passages that made the difference. */
  differences: DiffDifference[]
}

export type DiffPage = {
  /** The file in the repository or folder, with `/` between folders. */
  path: string
  /** The address that it has, or would have. */
  url: string
  /** The title that it has now; the path of a new page. */
  title: string
  /** What would become of it. */
  change: 'added' | 'changed' | 'removed'
  /** Its document; of a new page, the one that the diff gives it. */
  document_id: Id
}

export type DiffPageInput = {
  /** The file in the repository or folder, with `/` between folders. */
  path: string
  /** The file as it would be; null: it would be gone. */
  content: string | null
  /** There was no such file before. Default: `false`. */
  is_new?: boolean | undefined
}

/** contradicts: the answer says something else than before. cites_another_page: it opens with another page. failed: it could not be asked. */
export type DiffVerdict = 'contradicts' | 'no_longer_covered' | 'worse' | 'cites_another_page' | 'better' | 'newly_covered' | 'same' | 'failed'

export type Digest = {
  /** The first day, a Monday. */
  from: string
  /** The last day, a Sunday. */
  to: string
  /** The subject of the mail. */
  subject: string
  /** The mail as plain text. */
  text: string
  /** The mail as HTML. It loads nothing. */
  html: string
}

export type DigestSubscription = {
  /** The workspace. */
  workspace_id: Id
  /** Its name. */
  name: string
  /** Whether you get its digest every week. */
  subscribed: boolean
  /** When the next one is sent. null: none. */
  next_at: Timestamp | null
}

export type DigestSubscriptionBody = {
  /** Whether you want the digest every week. */
  subscribed: boolean
}

export type DigestSubscriptions = {
  /** Whether this server can mail: it needs `SMTP_URL` and `PUBLIC_URL`. */
  can_send: boolean
  /** One for each workspace you see, oldest first. */
  digests: DigestSubscription[]
}

export type DiscordConnection = {
  /** As the channel. */
  kind: 'discord'
  /** From “Bot” of the application. */
  bot_token: string
  /** Where the API is. Default: `"https://discord.com/api/v10/"`. */
  api_url?: string | undefined
}

export type Document = {
  /** Stays the same when the document is replaced. */
  id: Id
  /** The page shown as the source. */
  url: string
  /** Shown with each citation. */
  title: string
  content_type: ContentType
  visibility: Visibility
  /** Its source group; null: none. */
  group_id: Id | null
  /** Each name with its values, such as `{"version": ["2"]}`. */
  labels: Labels
  /** Where each of its labels comes from, by name. */
  labels_from: { [key: string]: LabelOrigin }
  /** The source that it came from. */
  source_id: Id
  state: DocumentState
  /** Why indexing failed. */
  state_reason: string | null
  /** Passages it was split into. */
  passages: number
  /** When it was first stored. */
  created_at: Timestamp
  /** When its content or settings last changed. */
  updated_at: Timestamp
  /** When it was last indexed; null: not yet. */
  indexed_at: Timestamp | null
  /** As the page says. */
  published_at: Timestamp | null
}

export type DocumentBody = {
  /** The page shown as the source. A document with this URL is replaced. */
  url: string
  /** When absent, taken from the content. */
  title?: string | undefined
  /** The whole page, headings included. */
  content: string
  content_type: TextContentType
  /** When absent, a document that is there keeps its visibility, and a new one is public, or has that of the one deleted at its URL. */
  visibility?: Visibility | undefined
  /** The source group; null: none. When absent, a document that is there keeps its group, and a new one has none, or that of the one deleted at its URL. */
  group_id?: Id | null | undefined
  /** Its labels; they replace those given before. When absent, a document that is there keeps them. */
  labels?: LabelsInput | undefined
}

export type DocumentCitations = {
  /** Answers that cited it, deleted ones included. */
  cited: number
  /** Stored answers that cite it and were rated up. */
  rated_up: number
  /** Stored answers that cite it and were rated down. */
  rated_down: number
  /** The newest stored answers that cite it, newest first. */
  message_ids: Id[]
}

export type DocumentContent = {
  /** As it was written; of other formats than markdown and plain text, as indexed. */
  markdown: string
}

export type DocumentFilter = {
  /** Parts of the title or the URL, all of them, in any order. */
  q?: string | undefined
  /** Only documents in this state. */
  state?: DocumentState | undefined
  /** Only documents of this source. */
  source_id?: Id | undefined
  /** Only documents of this source group. */
  group_id?: Id | undefined
  /** Only documents with this visibility. */
  visibility?: Visibility | undefined
  /** Only the document with this URL. */
  url?: string | undefined
}

export type DocumentList = {
  /** In the order of `sort`. */
  documents: Document[]
  /** Documents that match, on all pages together. Counted up to 100000, with `q` up to 1000. */
  total: number
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

export type DocumentPassage = {
  /** Its `chunk_id` in citations and search results. */
  id: Id
  /** Its position in the document, from 0. */
  index: number
  /** The headings above it, outermost first. */
  heading_path: string[]
  /** Fragment of the nearest heading; null: it has none. */
  anchor: string | null
  /** What readers are shown. */
  content: string
  /** The text that is embedded and indexed: title, headings and content. */
  searched_text: string
  /** Distinct terms in the keyword index. */
  terms: number
  /** Whether the searched model has embedded it. */
  has_vector: boolean
}

export type DocumentPassageList = {
  /** ISO 639-1 code that the terms are stemmed for. */
  language: string
  /** In page order. */
  passages: DocumentPassage[]
}

/** At least one field. */
export type DocumentPatch = {
  /** Shown with each citation. */
  title?: string | undefined
  visibility?: Visibility | undefined
  /** null: takes it out of its group. */
  group_id?: Id | null | undefined
  /** Replace those given before. What they do not name is as its page or its source has it. */
  labels?: LabelsInput | undefined
}

/** What comes first: the oldest, first in the alphabet or smallest; with `-` the other end. */
export type DocumentSort = 'created_at' | '-created_at' | 'title' | '-title' | 'indexed_at' | '-indexed_at' | 'passages' | '-passages'

/** pending: waits to be indexed. */
export type DocumentState = 'pending' | 'indexed' | 'failed'

export type DocumentSummary = {
  /** Documents waiting to be indexed. */
  pending: number
  /** Documents that searches can find. */
  indexed: number
  /** Documents that could not be indexed. */
  failed: number
  /** Passages of all documents. */
  passages: number
}

export type DraftBody = {
  /** Write only from pages of this source group. When absent, from every page that is not restricted. */
  group_id?: Id | undefined
  /** `extract`: no model, sentences are quoted. Any other name: that model of the knowledge base's own provider. When absent, the model that readers get. */
  model?: string | undefined
}

export type DraftFrame = DeltaFrame | DraftSectionFrame | DraftLastFrame | ErrorFrame

/** The draft is complete. It is not stored. */
export type DraftLastFrame = {
  /** The last frame. */
  done: true
  /** The title of the article, which is that of the gap. */
  title: string
  /** The whole article. Sources are links behind the statements. */
  markdown: string
  /** The passages that it links to. */
  citations: Citation[]
  /** Questions that no page covers. */
  not_covered: string[]
  /** `extract`: sentences are quoted. */
  model: string
  /** true: quoted because today's cost has reached the workspace's cap. */
  cost_capped: boolean
  /** As counted by the provider; null: not counted. */
  input_tokens: number | null
  /** As counted by the provider; null: not counted. */
  output_tokens: number | null
}

/** The section as it was checked. */
export type DraftSection = {
  /** The question of the gap that it answers. */
  question: string
  /** false: no page covers it. */
  covered: boolean
  /** The section, with its heading. */
  markdown: string
}

/** A section is complete. Its markdown replaces what was streamed since the last one. */
export type DraftSectionFrame = {
  /** More frames follow. */
  done: false
  section: DraftSection
}

export type EmailLinkBody = {
  /** Compared without regard to case. */
  email: string
}

export type Erasure = {
  /** Conversations deleted. */
  threads: number
  /** Stored answers deleted with them, and their ratings. */
  messages: number
  /** Sign-ins deleted; their tokens are refused from now on. */
  readers: number
  /** Revoked sign-ins that are kept, because they block the person. */
  blocked_readers: number
}

export type ErasureBody = {
  /** As `asker` of a stored answer has it: the id, or else the email address that the client sent. Email addresses are compared without regard to case, and with those of readers who signed in. */
  asker: string
  /** Only count; nothing is deleted. Default: `false`. */
  dry_run?: boolean | undefined
}

export type Evaluation = {
  /** The evaluation. */
  id: Id
  /** Its question set. */
  set_id: Id
  /** What the set is called now. */
  set_name: string
  /** What was to be tried, in the words of the person who started it. */
  label: string
  /** `extract`: sentences are quoted. Another name: that model of the knowledge base's own provider. null: the model that readers get. */
  model: string | null
  /** Passages to retrieve for each question. */
  top_k: number
  /** completed: every question was asked. */
  state: EvaluationState
  /** Why it failed; null: it did not. */
  reason: string | null
  /** The held sync that waits for it: asked as if its pages were deleted. null: none. */
  sync_id: Id | null
  /** How many questions it has. */
  total: number
  /** How many of them have been asked. */
  done: number
  /** null until it is completed. */
  metrics: EvaluationMetrics | null
  /** When it was started. */
  created_at: Timestamp
  /** null while it waits or runs. */
  ended_at: Timestamp | null
}

export type EvaluationBody = {
  /** The question set to ask. */
  set_id: Id
  /** What is to be tried. Default: `""`. */
  label?: string | undefined
  /** `extract`: sentences are quoted. Another name: that model of the knowledge base's own provider. null: the model that readers get. Default: `null`. */
  model?: string | null | undefined
  /** Passages to retrieve. Above 100 counts as 100. Default: `10`. */
  top_k?: number | undefined
}

export type EvaluationGate = {
  /** The question set that must pass; null: there is no gate. */
  set_id: Id | null
  /** What its evaluation must reach. */
  thresholds: GateThresholds
  /** Whether a sync that would delete pages is held until the set passes without them. */
  hold_syncs: boolean
  /** Whether another embedding model is put in place only once the set passes with its vectors. */
  hold_models: boolean
  /** When it was last changed; null: never set. */
  updated_at: Timestamp | null
}

export type EvaluationGateBody = {
  /** The question set that must pass; null: there is no gate. */
  set_id: Id | null
  /** What its evaluation must reach. */
  thresholds: GateThresholds
  /** Whether a sync that would delete pages is held until the set passes without them. */
  hold_syncs: boolean
  /** Whether another embedding model is put in place only once the set passes with its vectors. Default: `false`. */
  hold_models?: boolean | undefined
}

export type EvaluationItem = {
  /** The question. Not blank. */
  question: string
  expect: Expectation
  /** Addresses of the pages that answer it. An anchor is ignored. */
  expected_pages: string[]
  /** Phrases that the answer must contain, whatever their case and spacing. */
  must_say: string[]
  /** The stored answer it was taken from; deleted together with it. null: none. */
  from_message_id: Id | null
  /** refused: the reader is told that the documents do not cover it. */
  outcome: 'waiting' | 'answered' | 'refused' | 'failed'
  /** Whether the answer is as expected; null: not asked yet. */
  passed: boolean | null
  /** What a reader would be told. */
  answer: string | null
  /** The pages that the answer cites. */
  citations: CitedPage[]
  /** Expected addresses that no page of the knowledge base has. */
  missing_pages: string[]
  /** The share of expected pages that are among the first ten found. */
  recall: number | null
  /** The share of cited pages that are expected. */
  citation_precision: number | null
  /** Whether it says every phrase; null: none is expected. */
  said: boolean | null
  /** How long the answer took. */
  ms: number | null
  /** As counted by the provider; null: unknown. */
  input_tokens: number | null
  /** As counted by the provider; null: unknown. */
  output_tokens: number | null
  /** Why there is no answer; null: there is. */
  error_code: StreamFailureCode | null
}

export type EvaluationList = {
  /** Newest first. */
  evaluations: Evaluation[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

/** A share is null when no question is about it. */
export type EvaluationMetrics = {
  /** The share of questions whose answer is as expected. */
  passed: number | null
  /** The share of expected pages that are among the first ten found, averaged over questions. */
  recall: number | null
  /** The share of cited pages that are expected, averaged over questions. */
  citation_precision: number | null
  /** The share of questions that must be refused and were. */
  abstention: number | null
  /** The share of questions that must be answered and were refused. */
  false_abstention: number | null
  /** The share of answers with expected phrases that say them all. */
  said: number | null
  /** Questions that ended with an error. Only `passed` counts them. */
  failed: number
  /** 95 % of the answers took at most so long. */
  p95_ms: number | null
  /** The sum over all answers; null: no model counted them. */
  input_tokens: number | null
  /** The sum over all answers; null: no model counted them. */
  output_tokens: number | null
}

export type EvaluationState = 'queued' | 'running' | 'completed' | 'failed'

export type EvaluationWithItems = {
  /** The evaluation. */
  id: Id
  /** Its question set. */
  set_id: Id
  /** What the set is called now. */
  set_name: string
  /** What was to be tried, in the words of the person who started it. */
  label: string
  /** `extract`: sentences are quoted. Another name: that model of the knowledge base's own provider. null: the model that readers get. */
  model: string | null
  /** Passages to retrieve for each question. */
  top_k: number
  /** completed: every question was asked. */
  state: EvaluationState
  /** Why it failed; null: it did not. */
  reason: string | null
  /** The held sync that waits for it: asked as if its pages were deleted. null: none. */
  sync_id: Id | null
  /** How many questions it has. */
  total: number
  /** How many of them have been asked. */
  done: number
  /** null until it is completed. */
  metrics: EvaluationMetrics | null
  /** When it was started. */
  created_at: Timestamp
  /** null while it waits or runs. */
  ended_at: Timestamp | null
  /** In the order of the set. */
  items: EvaluationItem[]
}

/** refuse: the documents must not be said to cover it. */
export type Expectation = 'answer' | 'refuse'

export type ExplainBody = {
  /** The question. Not blank. */
  query: string
  /** The page that should be found. */
  url?: string | undefined
  /** The same, by its id. */
  document_id?: Id | undefined
  /** Limits the search to these source groups. */
  group_ids?: Id[] | undefined
  /** Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing. */
  filter?: LabelFilter | undefined
}

export type ExplainedPassage = {
  /** Its `chunk_id` in search results. */
  id: Id
  /** Its position in the document, from 0. */
  index: number
  /** The headings above it, outermost first. */
  heading_path: string[]
  /** The beginning of its text. */
  excerpt: string
  /** Rank in the results; null: not among them. */
  place: number | null
  /** Among all candidates, including dropped ones. */
  rank: number | null
  /** null: not among the nearest 100. */
  vector_rank: number | null
  /** null: not among the best 100 by words. */
  text_rank: number | null
  /** Compared with `floor`; null: no candidate. */
  relevance: number | null
  /** Semantic similarity; null: no candidate. */
  vector_score: number | null
  /** Keyword match strength; null: no candidate. */
  text_score: number | null
  /** The reranking model's score. 0: no reranker ran; null: no candidate. */
  rerank_score: number | null
}

export type Explanation = {
  /** One word; `reasons` explains it. */
  verdict: 'found' | 'unknown_page' | 'skipped' | 'deleted' | 'not_indexed' | 'failed' | 'restricted' | 'wrong_group' | 'wrong_label' | 'no_passages' | 'no_candidate' | 'below_floor' | 'outranked'
  /** What happened, and what to change. Empty where `missing_page` says it. */
  reasons: string[]
  /** The document of the page; null: there is none. */
  document_id: Id | null
  /** The place of its best passage in the results that a reader gets; null: it is not among them. */
  place: number | null
  /** Results that a reader gets. */
  results: number
  /** Passages of a lower relevance are not returned. */
  floor: number
  /** The passages of the page, best first. */
  passages: ExplainedPassage[]
  /** What a source knows of a page that has no document; null: nothing, or it has one. */
  missing_page: MissingPage | null
}

export type Failure = {
  /** Ordered by time. */
  id: Id
  /** When the reader was told. */
  at: Timestamp
  /** As in the `X-Request-Id` of the reply, and in the log. */
  request_id: string
  error_code: StreamFailureCode
  /** How the question came, such as `api` or `widget`. */
  source: string
  /** The saved widget that asked; null: none. */
  widget_id: Id | null
  /** The client key it came with, or the reader who signed in. */
  key_id: Id | null
  /** What was to write the answer; null: not known yet. */
  model: string | null
}

export type FailureList = {
  /** Newest first. */
  failures: Failure[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
  /** All that are kept, by code. */
  counts: {
    error_code: StreamFailureCode
    /** How many. */
    failed: number
  }[]
}

export type FoundPassage = {
  /** As it was asked for. */
  id: Id
  /** Its document. */
  document_id: Id
  /** The title of its document. */
  title: string
  /** The address of its document. */
  url: string
  /** The headings above it, outermost first. */
  heading_path: string[]
  /** Fragment of the nearest heading; null: it has none. */
  anchor: string | null
  /** What readers are shown. */
  content: string
}

export type Gap = {
  /** The gap. */
  id: Id
  /** Given by an operator, or else its most typical question. */
  title: string
  /** A resolved gap is open again when somebody asks it. */
  state: GapState
  /** How many questions it has. */
  questions: number
  /** How many readers asked them, where clients name readers. */
  askers: number
  /** Questions that the documents did not cover. */
  not_covered: number
  /** Questions whose answer was rated down. */
  rated_down: number
  /** For how many of these readers gave each reason. */
  reasons: GapReasons
  /** When it was asked first. */
  first_at: Timestamp
  /** When it was asked last. */
  last_at: Timestamp
  /** Questions in each of the last eight weeks, the oldest first. */
  trend: number[]
  /** Whether documents that were indexed since cover it. */
  covered_now: boolean
  /** What its question names and no page mentions: until one does, it is not covered. */
  missing_words: string[]
  /** When that was last looked at; null: not yet. */
  checked_at: Timestamp | null
  /** Pages that come close, the nearest first; at most three. */
  nearest_pages: NearestPage[]
}

export type GapBody = {
  /** null: its most typical question. */
  title?: string | null | undefined
  /** Where the gap stands from now on. */
  state?: GapState | undefined
  /** Moves all questions to this gap, and deletes the other. */
  merge_into?: Id | undefined
}

export type GapList = {
  /** Those with most questions first. */
  gaps: Gap[]
}

export type GapQuestion = {
  /** The stored answer. */
  message_id: Id
  /** As the reader typed it. */
  question: string
  /** false: the documents did not cover it. */
  covered: boolean
  /** null: not rated. */
  vote: Vote | null
  /** Why it was rated down; null: not said. */
  reason: FeedbackReason | null
  /** What the reader wrote with the rating. */
  comment: string | null
  /** When it was asked. */
  created_at: Timestamp
}

export type GapReasons = {
  /** The answer is wrong. */
  wrong: number
  /** It is out of date. */
  outdated: number
  /** It is incomplete. */
  incomplete: number
  /** It answers another question. */
  not_my_question: number
}

export type GapState = 'open' | 'resolved' | 'ignored'

export type GapWithQuestions = {
  /** The gap. */
  id: Id
  /** Given by an operator, or else its most typical question. */
  title: string
  /** A resolved gap is open again when somebody asks it. */
  state: GapState
  /** How many questions it has. */
  questions: number
  /** How many readers asked them, where clients name readers. */
  askers: number
  /** Questions that the documents did not cover. */
  not_covered: number
  /** Questions whose answer was rated down. */
  rated_down: number
  /** For how many of these readers gave each reason. */
  reasons: GapReasons
  /** When it was asked first. */
  first_at: Timestamp
  /** When it was asked last. */
  last_at: Timestamp
  /** Questions in each of the last eight weeks, the oldest first. */
  trend: number[]
  /** Whether documents that were indexed since cover it. */
  covered_now: boolean
  /** What its question names and no page mentions: until one does, it is not covered. */
  missing_words: string[]
  /** When that was last looked at; null: not yet. */
  checked_at: Timestamp | null
  /** Pages that come close, the nearest first; at most three. */
  nearest_pages: NearestPage[]
  /** Its questions, newest first; at most 100. */
  messages: GapQuestion[]
}

export type GateThresholds = {
  /** At least this share of questions must pass. */
  passed?: number | undefined
  /** At least this recall. */
  recall?: number | undefined
  /** At least this precision of citations. */
  citation_precision?: number | undefined
  /** At least this share of what must be refused is. */
  abstention?: number | undefined
  /** At least this share of answers says what it must. */
  said?: number | undefined
  /** At most this share of what must be answered is refused. */
  false_abstention?: number | undefined
  /** 95 % of the answers take at most so long. */
  p95_ms?: number | undefined
}

export type GitHubConnection = {
  /** As the channel. */
  kind: 'github'
  /** The App ID, from “General” of the app. */
  app_id: string
  /** The whole file that GitHub gave out. */
  private_key: string
  /** Where the API is: for an Enterprise Server `https://HOST/api/v3/`. Default: `"https://api.github.com/"`. */
  api_url?: string | undefined
}

export type Group = {
  /** Send it in `group_ids` to search only this group. */
  id: Id
  /** Unique in its knowledge base. */
  name: string
  /** true: keys that reach the group show it only to readers whose signed token names it. false: to everybody who has such a key. */
  signed_readers_only: boolean
  /** When it was created. */
  created_at: Timestamp
}

export type GroupBody = {
  /** Unique in its knowledge base. Not blank. */
  name: string
  /** true: keys that reach the group show it only to readers whose signed token names it. false: to everybody who has such a key. Default: `false`. */
  signed_readers_only?: boolean | undefined
}

export type GroupList = {
  /** Oldest first. */
  groups: Group[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

/** At least one field. */
export type GroupPatch = {
  /** Unique in its knowledge base. Not blank. */
  name?: string | undefined
  /** true: keys that reach the group show it only to readers whose signed token names it. false: to everybody who has such a key. */
  signed_readers_only?: boolean | undefined
}

export type Invitation = {
  /** Identifies the invitation. It is not the link. */
  id: Id
  /** Whom it is for. */
  email: string
  /** What they may do once they accept. */
  role: Role
  /** Who invited them, as in the audit log. */
  invited_by: string
  /** When it was created. */
  created_at: Timestamp
  /** 7 days later. */
  expires_at: Timestamp
}

export type InvitationBody = {
  /** Compared without regard to case. */
  email: string
  /** What they may do in the workspace. Not above your own. */
  role: Role
}

export type InvitationList = {
  /** Open ones, oldest first. */
  invitations: Invitation[]
}

/** added, removed: only one of both has the question. */
export type ItemChange = 'fixed' | 'broken' | 'same' | 'added' | 'removed'

export type Key = {
  /** Identifies the key in this API. It is not a secret and gives no access. */
  id: Id
  /** Only for you; readers do not see it. */
  name: string
  kind: KeyKind
  /** Whether readers must send a CAPTCHA token. */
  captcha: boolean
  /** Hosts that CAPTCHA tokens may come from. */
  captcha_hostnames: string[]
  /** Pages that may use the key. null: any page, and programs too. Empty: none. */
  allowed_origins: string[] | null
  /** The key works only from these addresses and blocks. Empty: from any. */
  allowed_addresses: string[]
  /** When it stops working, or stopped; null: it does not expire. */
  expires_at: Timestamp | null
  /** The key reads only these source groups. Empty: no limit. */
  allowed_group_ids: Id[]
  /** When it was created. */
  created_at: Timestamp
  /** The last 4 characters of the key, to tell keys apart. */
  hint: string
  /** When it was revoked; null: it is in use. */
  revoked_at: Timestamp | null
  /** When a request last came with it, half a minute late at most; null: never. */
  last_used_at: Timestamp | null
}

export type KeyBody = {
  /** Only for you; readers do not see it. */
  name: string
  kind: KeyKind
  /** Whether readers must send a CAPTCHA token. Only for a public key. Default: `false`. */
  captcha?: boolean | undefined
  /** Tokens from other hosts are refused. Not empty if `captcha` is true. Default: `[]`. */
  captcha_hostnames?: string[] | undefined
  /** Pages that may use the key. null: any page, and programs too. Empty: none. Only for a public key. Default: `null`. */
  allowed_origins?: string[] | null | undefined
  /** The key works only from these addresses. Empty: from any. Default: `[]`. */
  allowed_addresses?: string[] | undefined
  /** When the key stops working; in the future. null: it does not expire. Default: `null`. */
  expires_at?: Timestamp | null | undefined
  /** The key reads only these source groups. Empty: no limit. Default: `[]`. */
  allowed_group_ids?: Id[] | undefined
}

/** public: for web pages. secret: an id and a secret, for servers. */
export type KeyKind = 'public' | 'secret'

export type KeyList = {
  /** Including revoked ones. */
  keys: Key[]
}

/** At least one field. */
export type KeyPatch = {
  /** Only for you; readers do not see it. */
  name?: string | undefined
  /** Whether readers must send a CAPTCHA token. Only for a public key. */
  captcha?: boolean | undefined
  /** Tokens from other hosts are refused. Not empty if `captcha` is true. */
  captcha_hostnames?: string[] | undefined
  /** Pages that may use the key. null: any page, and programs too. Empty: none. Only for a public key. */
  allowed_origins?: string[] | null | undefined
  /** The key works only from these addresses. Empty: from any. */
  allowed_addresses?: string[] | undefined
  /** When the key stops working; in the future. null: it does not expire. */
  expires_at?: Timestamp | null | undefined
}

export type KnowledgeBase = {
  /** Part of every URL of the public API. */
  id: Id
  /** The workspace whose plan and allowance apply. */
  workspace_id: Id
  /** Shown to readers, as in a widget header. */
  name: string
  starter_mode: StarterMode
  /** Shown when `starter_mode` is `own`. */
  own_questions: string[]
  answerability: Answerability
  /** Whether the answer model may split a question that compares or has parts, into at most three searches. */
  split_questions: boolean
  /** Limits questions and searches that name no labels. Empty: nothing. */
  default_filter: Labels
  /** How readers ask a person. null: not offered. */
  contact: Contact | null
  /** Whether readers may connect AI tools. */
  mcp_enabled: boolean
  /** The MCP server to show readers. null: the service's own. */
  mcp_url: string | null
  /** Whether readers sign in themselves, at `mcp_url` or, without one, at the service. */
  mcp_oauth: boolean
  /** Whether anybody may read `llms.txt` and `llms-full.txt` of the public documents. */
  llms_txt: boolean
  /** Whether anybody may read each public document as markdown. */
  page_markdown: boolean
  state: LifeState
  /** When it was created. */
  created_at: Timestamp
}

export type KnowledgeBaseBody = {
  /** Shown to readers, as in a widget header. */
  name: string
}

export type KnowledgeBaseList = {
  /** Oldest first. */
  knowledge_bases: KnowledgeBase[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

/** At least one field. */
export type KnowledgeBasePatch = {
  /** Shown to readers, as in a widget header. */
  name?: string | undefined
  starter_mode?: StarterMode | undefined
  /** Starter questions in the order to show them. */
  own_questions?: string[] | undefined
  answerability?: Answerability | undefined
  /** Whether the answer model may split a question that compares or has parts, into at most three searches. */
  split_questions?: boolean | undefined
  /** Limits questions and searches that name no labels, such as `{"version": "2"}`. Empty: nothing. */
  default_filter?: LabelFilter | undefined
  /** Lets readers ask a person. null: not offered. */
  contact?: ContactInput | null | undefined
  /** Whether readers may connect AI tools. */
  mcp_enabled?: boolean | undefined
  /** The MCP server to show readers. null: the service's own. */
  mcp_url?: string | null | undefined
  /** Whether readers sign in themselves, at `mcp_url` or, without one, at the service. */
  mcp_oauth?: boolean | undefined
  /** Whether anybody may read `llms.txt` and `llms-full.txt` of the public documents. */
  llms_txt?: boolean | undefined
  /** Whether anybody may read each public document as markdown. */
  page_markdown?: boolean | undefined
}

export type KnowledgeBaseRole = {
  /** A knowledge base of this workspace. */
  knowledge_base_id: Id
  /** Instead of the role in the workspace; higher or lower. */
  role: Role
}

/** given: with the document, or since then by an operator. page: the page names it. rules: by a rule of its source. */
export type LabelOrigin = 'given' | 'page' | 'rules'

export type LabelsInput = { [key: string]: string | string[] }

/** deleting: readers no longer see it, and its data is being removed. */
export type LifeState = 'active' | 'deleting'

export type Limits = {
  /** Questions answered in a calendar month (UTC). Further ones are refused. null: no limit. */
  monthly_question_allowance: number | null
  /** Shares of the allowance and of the cap at which you are told, once in a month or a day. You are always told when a limit is reached. */
  alert_at_percent: number[]
  /** What the answers of a day (UTC) may cost, in the currency of the prices. From then on they quote the documents, and no model is asked. null: no cap. */
  daily_cost_cap: number | null
  /** The currency of the cap. null: no model has a price yet. */
  currency: Currency | null
  /** Models that wrote lately and have no price: the cap does not hold for them. */
  models_without_price: string[]
}

export type LimitsBody = {
  /** Questions answered in a calendar month (UTC). Further ones are refused. null: no limit. */
  monthly_question_allowance: number | null
  /** Shares of the allowance and of the cap at which you are told, once in a month or a day. You are always told when a limit is reached. */
  alert_at_percent: number[]
  /** What the answers of a day (UTC) may cost, in the currency of the prices. From then on they quote the documents, and no model is asked. null: no cap. */
  daily_cost_cap: number | null
}

export type LinkSignInBody = {
  /** The part of the link after `#`. */
  token: string
}

export type Me = {
  /** null: the admin token, or a token that belongs to no person. */
  person: Person | null
  /** The kind of credential that was sent. */
  via: 'admin_token' | 'session' | 'access_token'
  /** The first 1,000, oldest first. */
  workspaces: {
    /** The workspace. */
    id: Id
    /** Its name. */
    name: string
    /** What you may do in it. */
    role: Role
    /** Only those in which your role differs from that in the workspace. */
    knowledge_bases: {
      /** The knowledge base. */
      id: Id
      /** Its name. */
      name: string
      /** What you may do in it. */
      role: Role
    }[]
  }[]
  /** Whether `POST /workspaces` is open to you. */
  may_create_workspaces: boolean
}

export type Member = {
  /** The person. */
  id: Id
  /** In lower case. */
  email: string
  /** As colleagues see it. */
  name: string
  /** What they may do in the workspace. */
  role: Role
  /** Where their role is another one than in the workspace. */
  knowledge_base_roles: KnowledgeBaseRole[]
  /** Whether their sign-in asks for a code. */
  two_factor: boolean
  /** When a session of theirs was last extended. */
  last_seen_at: Timestamp | null
  /** When they joined. */
  created_at: Timestamp
}

export type MemberList = {
  /** In the order in which they joined. */
  members: Member[]
}

/** At least one field. */
export type MemberPatch = {
  /** What they may do in the workspace. Not above your own. */
  role?: Role | undefined
  /** Replaces all of them. */
  knowledge_base_roles?: KnowledgeBaseRole[] | undefined
}

export type Message = {
  /** The `message_id` that the reader was sent. */
  id: Id
  /** The conversation it belongs to. */
  thread_id: Id
  /** The saved widget that asked; null: none. */
  widget_id: Id | null
  /** As the client named them: their id, or else their email address. null for a viewer, who may not see it. */
  asker: string | null
  /** How the question came, such as `api` or `widget`. */
  source: string
  /** As the reader typed it. */
  question: string
  /** As shown to the reader, in markdown. */
  answer: string
  /** What the answer cites; may be empty. */
  citations: Citation[]
  /** false: the knowledge base did not cover the question. */
  covered: boolean
  /** null: not rated. */
  vote: Vote | null
  /** Why it was rated down; null: not said. */
  reason: FeedbackReason | null
  /** What the reader wrote with the rating. */
  comment: string | null
  /** The page that it was asked on, without query and fragment. null: not sent. */
  page_url: string | null
  /** What happened to the form; null: unknown, or no form. */
  form_outcome: 'deflected' | 'submitted' | null
  /** The client key it came with, or the reader who signed in. */
  key_id: Id | null
  /** The language of the question, such as `en`. null: not recorded. */
  language: string | null
  /** What wrote the answer. `extract`: no model; `small_talk`: a set reply; `verified`: the docs team. */
  model: string | null
  /** Until the first words. null: not recorded. */
  first_delta_ms: number | null
  /** Until the answer was complete. null: not recorded. */
  total_ms: number | null
  /** As counted by the provider; null: unknown. */
  input_tokens: number | null
  /** As counted by the provider; null: unknown. */
  output_tokens: number | null
  /** What its tokens cost at the prices of that time, in the currency of the workspace. null: no price was known, or the provider did not count. */
  cost: number | null
  /** When an operator marked it as reviewed; null: not yet. */
  reviewed_at: Timestamp | null
  /** Given by operators. */
  tags: string[]
  /** Written by an operator; readers never see it. */
  note: string | null
  /** When it was answered. */
  created_at: Timestamp
}

export type MessageList = {
  /** Newest first. */
  messages: Message[]
}

export type MissingPage = {
  /** The source that knows the page. */
  source_id: Id
  /** Its name. */
  source_name: string
  /** The page in its source: a URL, a path. */
  key: string
  /** deleted: by an operator, so syncs leave it out until it is restored. */
  state: 'unchanged' | 'changed' | 'added' | 'moved' | 'gone' | 'skipped' | 'failed' | 'deleted'
  /** Why it was skipped or failed. */
  reason: string | null
  /** When an operator deleted it; null: none did. */
  deleted_at: Timestamp | null
}

export type ModelPrice = {
  /** As answers name it: `openai/gpt-4.1-mini`, the provider and its name of the model. */
  model: string
  /** For a million tokens that the model reads. */
  input_per_million: number
  /** For a million tokens that the model writes. */
  output_per_million: number
  /** The same for all prices of a workspace. */
  currency: Currency
}

/** Who serves the model. openai-compatible: any server that speaks the OpenAI API, at `base_url`. */
export type ModelProvider = 'openai' | 'anthropic' | 'google' | 'azure' | 'mistral' | 'bedrock' | 'openai-compatible'

export type NearestPage = {
  /** The document. */
  document_id: Id
  /** Its title. */
  title: string
  /** Its address. */
  url: string
}

export type NewPasskeyBody = {
  /** What to call it. */
  name: string
  /** `RegistrationResponseJSON` of WebAuthn, as the browser returns it. */
  response: {
    /** The id of the passkey. */
    id: string
    /** The same. */
    rawId: string
    /** Always this. */
    type: 'public-key'
    /** What the authenticator made. */
    response: {
      /** What the browser says it did, in base64url. */
      clientDataJSON: string
      /** The public key, and how it was made. */
      attestationObject: string
      /** How it can be reached. */
      transports?: string[] | undefined
    }
  }
}

export type NewPasswordBody = {
  /** The part of the link after `#`. */
  token: string
  /** 12 to 128 characters, any of them. */
  new_password: string
}

export type NewQuestionsBody = {
  /** In this order. No question twice. */
  items?: SetQuestionBody[] | undefined
  /** A CSV file with the columns question, expect, expected_pages and must_say, of which only the first is needed. Several pages or phrases in a cell are on lines of their own. */
  csv?: string | undefined
  /** Readers' questions. One that was not covered must be refused; another expects the pages that its answer cited, or any answer if that was rated down. */
  message_ids?: Id[] | undefined
  /** Write at most so many from the titles of public pages, by rule. Each expects its page. */
  generate?: number | undefined
}

/** The outcome of the page in the last sync that saw it. */
export type PageState = 'unchanged' | 'changed' | 'added' | 'moved' | 'gone' | 'skipped' | 'failed'

export type PassageLookup = {
  /** In the order asked for. Left out: those replaced or deleted since. */
  passages: FoundPassage[]
}

export type PassageLookupBody = {
  /** Each a `chunk_id` of a citation, a search result or a trace. */
  ids: Id[]
}

export type Passkey = {
  /** Identifies the passkey in this API. */
  id: Id
  /** What its owner calls it. */
  name: string
  /** When it was added. */
  created_at: Timestamp
  /** Whether it is copied to other devices, as its maker says. */
  is_synced: boolean
}

export type PasskeyCreation = {
  /** To be signed by the authenticator, once. */
  challenge: string
  /** Who asks for it. */
  rp: {
    /** The service. */
    name: string
    /** The host that the passkey will be for. */
    id?: string | undefined
  }
  /** Whose it will be. */
  user: {
    /** Random, and new each time. */
    id: string
    /** Your email address. */
    name: string
    /** The same. */
    displayName: string
  }
  /** The signatures that are accepted. */
  pubKeyCredParams: {
    /** As COSE numbers it. */
    alg: number
    /** Always this. */
    type: 'public-key'
  }[]
  /** For how many milliseconds the browser asks. */
  timeout?: number | undefined
  /** Those that you have already: an authenticator makes no second one. */
  excludeCredentials?: ({
    /** The id that the authenticator gave it. */
    id: string
    /** Always this. */
    type: 'public-key'
    /** How it can be reached, such as `usb`. */
    transports?: string[] | undefined
  })[] | undefined
  /** What the authenticator has to do. */
  authenticatorSelection?: {
    /** Whether it keeps the passkey itself. */
    residentKey?: 'required' | 'preferred' | 'discouraged' | undefined
    /** The same, for older browsers. */
    requireResidentKey?: boolean | undefined
    /** Whether it asks who it is. */
    userVerification?: 'required' | 'preferred' | 'discouraged' | undefined
  } | undefined
  /** Always `none`: its maker need not vouch for it. */
  attestation?: 'none' | 'indirect' | 'direct' | 'enterprise' | undefined
  /** What the browser does besides. */
  extensions?: {
    /** Whether it says what it made. */
    credProps?: boolean | undefined
  } | undefined
}

export type PasskeyList = {
  /** Yours. */
  passkeys: Passkey[]
}

export type PasskeyPatch = {
  /** What to call it. */
  name: string
}

export type PasskeyRequest = {
  /** To be signed by the authenticator, once. */
  challenge: string
  /** The host that the passkey was made for. */
  rpId: string
  /** For how many milliseconds the browser asks. */
  timeout: number
  /** The authenticator asks who it is. */
  userVerification: 'required'
}

export type PasskeySignInBody = {
  /** `AuthenticationResponseJSON` of WebAuthn, as the browser returns it. */
  response: {
    /** The id of the passkey. */
    id: string
    /** The same. */
    rawId: string
    /** Always this. */
    type: 'public-key'
    /** What the authenticator signed. */
    response: {
      /** What the browser says it did, in base64url. */
      clientDataJSON: string
      /** What the authenticator says it did. */
      authenticatorData: string
      /** The signature of the passkey over both. */
      signature: string
    }
  }
}

export type PasswordChange = {
  /** The password until now. Left out by somebody who has none. */
  current_password?: string | undefined
  /** 12 to 128 characters, any of them. */
  new_password: string
}

export type PasswordProof = {
  /** Your password. Left out by somebody who has none. */
  password?: string | undefined
}

export type PasswordResetBody = {
  /** Compared without regard to case. */
  email: string
}

export type PasswordSignInBody = {
  /** Compared without regard to case. */
  email: string
  /** The current password. */
  password: string
}

export type PathMap = {
  /** What paths begin with, such as `content/en/`. It may be empty. */
  from: string
  /** What the address has in its place. */
  to: string
}

export type Percentiles = {
  /** Half of the answers were faster. */
  p50: number
  /** 19 of 20 answers were faster. */
  p95: number
}

export type Person = {
  /** Stays the same when name or address change. */
  id: Id
  /** In lower case. */
  email: string
  /** As colleagues see it. */
  name: string
  /** true: may create workspaces, and acts as an owner in each. */
  owns_installation: boolean
}

export type PinRule = {
  /** A page that comes first for some questions. */
  kind: 'pin'
  /** The questions, at most 10: one that has all words of one of these, in any order and form. */
  words: string[]
  /** The address of the page. Where the reader may not see it, or the filter leaves it out, the rule has no effect. */
  url: string
}

/** enterprise: the attribution line may be hidden. free and team: it may not. */
export type Plan = 'free' | 'team' | 'enterprise'

export type PlaygroundBody = {
  /** The question. Not blank. */
  query: string
  /** The conversation so far, oldest first. Nothing is stored, so you send it. Default: `[]`. */
  turns?: PlaygroundTurn[] | undefined
  /** Answer as a reader with this key. When absent, as one who may read every group. */
  key_id?: Id | undefined
  /** Use only these source groups, at least one. Each must exist and lie within the key's own. */
  group_ids?: string[] | undefined
  /** Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing. */
  filter?: LabelFilter | undefined
  /** The same for what names no version itself, such as the labels of the page that is read. Goes before the defaults of widget and knowledge base. A version that the question names goes before it. */
  default_filter?: LabelFilter | undefined
  /** Answer as a reader who is on this page. */
  page_url?: string | undefined
  /** Answer in the voice of this widget. It may be disabled, and no origin is needed. */
  widget_id?: Id | undefined
  /** Passages to retrieve. Above 100 counts as 100. Default: `10`. */
  top_k?: number | undefined
  /** `extract`: no model, sentences are quoted. Any other name: that model of the knowledge base's own provider. When absent, the model that readers get. */
  model?: string | undefined
  /** How the answer should sound, instead of the widget's voice. */
  voice?: string | undefined
}

export type PlaygroundFrame = FirstFrame | DeltaFrame | PlaygroundLastFrame | ErrorFrame

/** The answer is complete. It has no ids, since it is not stored. */
export type PlaygroundLastFrame = {
  /** No frame follows. */
  done: true
  /** Continues the conversation. Absent under Zero data retention. */
  thread_id?: string | undefined
  /** Rates this answer. Absent under Zero data retention. */
  message_id?: string | undefined
  /** What the answer cites; may be empty. Replaces the first list. */
  citations: Citation[]
  /** The final text, only when it is not what was streamed: the `[n]` markers were renumbered, or no passage supports what a model wrote. */
  answer?: string | undefined
  /** false: the knowledge base does not cover the question, and the text says so. */
  covered: boolean
  /** No model wrote the text: it is sections of the documentation, each under a heading of the third level (`### `) with its page; no other heading of this level is in it. `no_model`: none is set up, or its cost cap is reached. `model_failed`: it failed, or was silent for too long, before its first word. `unsupported`: no passage supports what it wrote. Left out otherwise. */
  quoted?: 'no_model' | 'model_failed' | 'unsupported' | undefined
  /** The docs team wrote this answer, and verified it at this time: say so beside it. Left out of every other answer. */
  verified_at?: Timestamp | undefined
  /** The question as it was searched for, because words of it were mistyped: show it. Left out when it was searched for as typed. */
  searched_for?: string | undefined
  /** Names in the question that no page mentions, as they were typed. Left out when there are none. An answer that is not covered because of them says so in its text, and what it cites, if anything, only comes close. */
  missing_words?: string[] | undefined
  /** The labels that the search was limited to. Left out when it was not. */
  filter?: Labels | undefined
  /** Attribution text. */
  powered_by: string
  /** Attribution link. */
  powered_by_url: string
  trace: Trace
}

export type PlaygroundTurn = {
  /** What was asked. */
  question: string
  /** What was answered. */
  answer: string
}

export type PreviewedPage = {
  /** The address of the page. */
  url: string
  /** As readers would see it; null: it has none. */
  title: string | null
  /** What a sync would make of it now. readable: it would be indexed. */
  state: 'readable' | 'moved' | 'skipped' | 'gone' | 'failed'
  /** Why it is not readable. */
  reason: string | null
  /** Passages it splits into; null: it was not split. */
  passages: number | null
}

export type Prices = {
  /** By model. */
  prices: ModelPrice[]
  /** Models that wrote answers in the last 30 days and have no price: what they cost is missing in every sum. */
  models_without_price: string[]
}

export type PricesBody = {
  /** All of them: a model that is left out has no price any more. */
  prices: ModelPrice[]
}

export type PutDocumentsBody = {
  /** Each is stored as if it had been put alone. Their URLs differ. */
  documents: DocumentBody[]
}

export type PutDocumentsResult = {
  /** In the order of the request. */
  documents: PutResult[]
}

export type PutResult = {
  /** The URL as it was sent. */
  url: string
  /** What became of it. changed: its content, visibility, group or labels. */
  outcome: 'created' | 'changed' | 'unchanged' | 'refused'
  /** Why it was refused. CONFLICT: the page of another source. FORBIDDEN: only an admin may let readers see more. null: it was not. */
  code: 'CONFLICT' | 'FORBIDDEN' | null
  /** As it is stored now; null: refused. */
  document: Document | null
}

export type QuestionSet = {
  /** The question set. */
  id: Id
  /** Unique in its knowledge base. */
  name: string
  /** How many it has. */
  questions: number
  /** When it was created. */
  created_at: Timestamp
  /** When its questions or its name last changed. */
  updated_at: Timestamp
}

export type QuestionSetBody = {
  /** Unique in its knowledge base. */
  name: string
  /** In this order. No question twice. Default: `[]`. */
  items?: SetQuestionBody[] | undefined
}

export type QuestionSetList = {
  /** In the order in which they were created. */
  question_sets: QuestionSet[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

export type QuestionSetPatch = {
  /** Unique in its knowledge base. */
  name?: string | undefined
  /** Replace all questions. */
  items?: SetQuestionBody[] | undefined
}

export type QuestionSetWithItems = {
  /** The question set. */
  id: Id
  /** Unique in its knowledge base. */
  name: string
  /** How many it has. */
  questions: number
  /** When it was created. */
  created_at: Timestamp
  /** When its questions or its name last changed. */
  updated_at: Timestamp
  /** Its questions, in order. */
  items: SetQuestion[]
}

export type Reader = {
  /** Names the reader when you revoke their access. */
  id: Id
  /** `mailto:` and the address, or issuer and subject. */
  identity: string
  /** null: the provider gave none. */
  email: string | null
  /** When they first signed in. */
  created_at: Timestamp
  /** When they last signed in. */
  signed_in_at: Timestamp
  /** When you revoked their access; null: you did not. */
  revoked_at: Timestamp | null
}

export type ReaderList = {
  /** Latest sign-in first, at most 1,000. */
  readers: Reader[]
}

export type ReaderSigner = {
  /** Names the signer in the admin API. */
  id: Id
  /** Unique in its knowledge base. Not blank. */
  name: string
  /** secret: tokens are signed with HS256. jwks: with a private key of yours. */
  kind: 'secret' | 'jwks'
  /** What the claim `aud` of its tokens must have. */
  audience: string
  /** What the claim `iss` of its tokens must be; null: it is not looked at. */
  issuer: string | null
  /** Where the public keys are; null: it has a secret. */
  jwks_url: string | null
  /** Until when tokens of the previous secret are valid; null: they are not. */
  previous_valid_until: Timestamp | null
  /** When it was registered. */
  created_at: Timestamp
}

export type ReaderSignerBody = {
  /** Unique in its knowledge base. Not blank. */
  name: string
  /** Default: the id of the knowledge base. */
  audience?: string | undefined
  /** What the claim `iss` of its tokens must be; null: it is not looked at. Default: `null`. */
  issuer?: string | null | undefined
  /** Your own, random. Default: a new one. */
  secret?: string | undefined
  /** Where your public keys are, as a JWK Set over https. When absent, tokens are signed with a secret (HS256). */
  jwks_url?: string | undefined
}

export type ReaderSignerList = {
  /** Oldest first, at most 5. */
  reader_signers: ReaderSigner[]
}

/** At least one field. */
export type ReaderSignerPatch = {
  /** Unique in its knowledge base. Not blank. */
  name?: string | undefined
  /** What the claim `aud` of its tokens must have. */
  audience?: string | undefined
  /** What the claim `iss` of its tokens must be; null: it is not looked at. */
  issuer?: string | null | undefined
  /** Where your public keys are. Only for a signer with keys. */
  jwks_url?: string | undefined
}

export type ReaderSignerSecretBody = {
  /** Your own, random. Default: a new one. */
  secret?: string | undefined
  /** How long tokens of the previous secret stay valid. 0: they end at once. Default: `0`. */
  previous_valid_hours?: number | undefined
}

export type ReaderSignerWithSecret = {
  /** Names the signer in the admin API. */
  id: Id
  /** Unique in its knowledge base. Not blank. */
  name: string
  /** secret: tokens are signed with HS256. jwks: with a private key of yours. */
  kind: 'secret' | 'jwks'
  /** What the claim `aud` of its tokens must have. */
  audience: string
  /** What the claim `iss` of its tokens must be; null: it is not looked at. */
  issuer: string | null
  /** Where the public keys are; null: it has a secret. */
  jwks_url: string | null
  /** Until when tokens of the previous secret are valid; null: they are not. */
  previous_valid_until: Timestamp | null
  /** When it was registered. */
  created_at: Timestamp
  /** Shown only in this response; null: it has keys. */
  secret: string | null
}

export type ReaderTokenBody = {
  /** A token as readers send it. */
  token: string
  /** A client key that it is sent with. Default: one that reads every group. */
  key_id?: Id | undefined
}

export type ReaderTokenReport = {
  /** Whether a request with this token is answered. */
  valid: boolean
  /** What is wrong with it, as readers are told; null: nothing. */
  problem: string | null
  /** Who it says is asking; null: it is not valid. */
  reader: {
    /** Who signed it. */
    signer_id: Id
    /** The claim `sub`. */
    subject: string
    /** The claim `name`; null: there is none. */
    name: string | null
    /** The claim `email`; null: there is none. */
    email: string | null
    /** When it ends, with the clock skew that is allowed. */
    expires_at: Timestamp
    /** What the claim `groups` has that is no group for signed readers. */
    unknown_groups: string[]
  } | null
  /** The groups that are read with it. */
  groups: {
    /** The group. */
    id: Id
    /** Its name. */
    name: string
  }[]
  /** Whether documents in no group are read as well. */
  reads_ungrouped: boolean
}

export type RecoveryCodes = {
  /** Each signs in once, instead of a code. Shown only here. */
  recovery_codes: string[]
}

/** email: email addresses. phone: telephone numbers. card: numbers of payment cards. key: API keys, tokens, private keys, and passwords that are called one. */
export type RedactKind = 'email' | 'phone' | 'card' | 'key'

export type ReembedBody = {
  /** One of `models`. The name of a model folder is enough if only one model has it. */
  model: string
  /** Whether searches move to it although the evaluation gate holds models. Default: `false`. */
  skip_gate?: boolean | undefined
}

export type Reembedding = {
  /** building: vectors of `model_to` are made while searches use `model_from`. evaluating: the gate's question set is asked with them. held: it did not pass. finished: searches use `model_to`, and `model_from` is kept to roll back to. */
  state: 'idle' | 'building' | 'evaluating' | 'held' | 'finished'
  /** Why it is held; null: it is not. */
  reason: string | null
  /** The model in use before; idle: the one in use. */
  model_from: string
  /** null: nothing was re-embedded. */
  model_to: string | null
  /** Passages that have a vector of the newer model. */
  done: number
  /** All passages. */
  total: number
  /** The models that this server is configured with. */
  models: string[]
}

export type Replay = {
  /** The passages that the same search finds now. */
  chunk_ids: string[]
  /** Whether these are the passages that it found then. */
  same: boolean
}

export type ReplayBody = {
  /** Only what happened since then. */
  since: Timestamp
}

export type Replayed = {
  /** How many failed deliveries are sent again. */
  replayed: number
}

/** zero: answers and conversations are not stored, and those stored before are erased for good. */
export type Retention = 'standard' | 'zero'

export type ReviewBody = {
  /** true: marked as reviewed, now. */
  reviewed?: boolean | undefined
  /** Replaces all tags of the answer. */
  tags?: string[] | undefined
  /** For other operators; null: none. */
  note?: string | null | undefined
}

/** viewer: reads. editor: also changes content. admin: also keys, widgets, models and people. owner: everything. */
export type Role = 'viewer' | 'editor' | 'admin' | 'owner'

export type SavedSearchRule = {
  /** Names the rule in the admin API. */
  id: Id
  /** As it was saved last. */
  rule: SearchRule
  /** When it was saved first. */
  created_at: Timestamp
}

export type SavedSourceCredential = {
  /** How it signs in. */
  type: 'basic' | 'header' | 'cookie' | 'token' | 'github_app' | 'oauth_client' | 'access_key' | 'service_account'
  /** The user name, the name of the header or the app. Never a password, a token or a value. */
  signed_in_as: string
  /** Where it is sent, and nowhere else. */
  origin: string
  /** When it was saved. */
  since: Timestamp
  /** false: the address can be read without it too, so whether it is right cannot be told. null: it was not tested. */
  needed: boolean | null
  /** What it can read, in words, such as `3 spaces`. null: the source cannot tell. */
  reads: string | null
}

export type SavedSourceRule = {
  /** A glob over the path of the page, or over what its source says it is in, such as `space:DOCS` or `folder:/handbook/**`: `*` within a segment, `**` across segments. `{name}` stands for a segment or a part of one, which becomes the value of the label `name`, as in `/docs/v{version}/**`. */
  match: string
  /** Absent: the rule does not say. */
  visibility?: Visibility | undefined
  /** The source group of the pages; null: none. Absent: the rule does not say. */
  group_id?: Id | null | undefined
  /** Labels of the pages, with lists of values. */
  labels: Labels
}

/** As saved, with every default filled in. */
export type SavedSourceSettings = {
  /** Crawls a website. */
  type: 'website'
  /** Where to begin. Pages of the same origin below this path are read. */
  url: string
  /** Globs such as `/docs/**`. When there are some, only pages whose path fits one are read. */
  include: string[]
  /** Globs. Pages whose path matches one are skipped. */
  exclude: string[]
  /** The maximum number of pages read in one sync. */
  max_pages: number
  /** Render pages in Chromium first, for sites that need JavaScript. */
  render: boolean
} | {
  /** Reads the files of a repository. */
  type: 'git'
  /** An http or https URL, or a path on the server below a folder the operator allows. */
  repository: string
  /** The default branch when absent. */
  branch?: string | undefined
  /** Only files below this folder. */
  folder?: string | undefined
  /** Globs such as `/docs/**`. When there are some, only pages whose path fits one are read. */
  include: string[]
  /** Globs. Pages whose path matches one are skipped. */
  exclude: string[]
  /** The page of a file, with `{path}` (without its extension) or `{file}` in it. */
  page_url: string
} | {
  /** Holds files that you upload. */
  type: 'files'
  /** A file’s URL is this URL followed by its path. */
  base_url: string
} | {
  /** Makes a page for each operation. */
  type: 'openapi'
  /** The OpenAPI document, as JSON or YAML. */
  url: string
  /** The page of an operation, with `{operation}` or `{tag}` in it. */
  page_url: string
} | {
  /** Reads the articles of a Zendesk help center. */
  type: 'zendesk'
  /** The help center at its own zendesk.com address, such as `https://acme.zendesk.com`. */
  url: string
  /** Only these, such as `en-us`. None: all that the help center has. */
  locales: string[]
  /** What becomes of articles that not everyone may see, when a credential lists them. */
  restricted_articles: 'skip' | 'include'
} | {
  /** Reads resolved issues and answered discussions. */
  type: 'github'
  /** The repository at GitHub, such as `https://github.com/acme/docs`. */
  repository: string
  /** Issues that were closed as completed and answered by somebody of the project. */
  issues: boolean
  /** Only issues with one of these labels. None: all. */
  labels: string[]
  /** Discussions with an accepted answer. */
  discussions: boolean
} | {
  /** Reads the objects of a bucket that speaks the protocol of S3. */
  type: 's3'
  /** Such as `https://s3.eu-central-1.amazonaws.com`, without the bucket. */
  endpoint: string
  /** Requests are signed for it. `auto` for R2. */
  region: string
  /** Its name. */
  bucket: string
  /** Only objects whose key begins with it. */
  prefix: string
  /** Globs such as `/docs/**`. When there are some, only pages whose path fits one are read. */
  include: string[]
  /** Globs. Pages whose path matches one are skipped. */
  exclude: string[]
  /** The page of an object, with `{path}` (without its extension) or `{file}` in it. */
  page_url: string
} | {
  /** Reads the files of a folder in Google Drive. */
  type: 'drive'
  /** Its address or its id. A shared drive is a folder too. */
  folder: string
  /** Where the API is. */
  api_url: string
} | {
  /** Reads the pages that are shared with a Notion integration. */
  type: 'notion'
  /** Where its API is, for a proxy in between. */
  api_url: string
} | {
  /** Reads the articles of an Intercom help center. */
  type: 'intercom'
  /** Where its API is: `https://api.eu.intercom.io` or `https://api.au.intercom.io` elsewhere. */
  api_url: string
  /** Only these, such as `en`. None: all that the help center has. */
  locales: string[]
  /** What becomes of articles that not everyone may see. */
  restricted_articles: 'skip' | 'include'
} | {
  /** Reads spaces of Confluence, Cloud or Data Center. */
  type: 'confluence'
  /** The site: `https://acme.atlassian.net/wiki`, or the base address of a Data Center, with its path if it has one. */
  url: string
  /** Default: `cloud` for an address at atlassian.net, otherwise `data_center`. */
  edition?: 'cloud' | 'data_center' | undefined
  /** Where requests go instead: `https://api.atlassian.com` for an API token of Cloud that has scopes, or another address of a Data Center. A credential is sent there only. */
  api_url?: string | undefined
  /** The keys of the spaces to read. None: all that can be seen. */
  spaces: string[]
  /** What becomes of pages that have restrictions, or are below one that has. */
  restricted_pages: 'skip' | 'include'
} | {
  /** Reads the topics of a Discourse forum. */
  type: 'discourse'
  /** The forum, with its path if it has one. */
  url: string
  /** Only these, with what is in them: a slug such as `help`, or a number. None: all that can be seen. */
  categories: string[]
  /** Only topics with one of these tags. None: all. */
  tags: string[]
  /** solved: the question and the accepted answers of topics that have one. all: also other topics, with their first posts. */
  topics: 'solved' | 'all'
  /** What becomes of topics in categories that only some people may see. */
  restricted_categories: 'skip' | 'include'
}

export type SearchRule = SynonymRule | PinRule

export type SearchRuleBody = {
  /** The whole rule. */
  rule: SearchRule
}

export type SearchRuleList = {
  /** Newest first, at most 300. */
  search_rules: SavedSearchRule[]
}

export type SecondStep = {
  /** The person is not signed in yet: send a code to `/session/two-factor` within 10 minutes. */
  second_factor: 'totp'
}

export type SecondStepBody = {
  /** The six digits that the authenticator shows, or a recovery code. */
  code: string
}

export type Session = {
  /** Identifies the session in this API. It gives no access. */
  id: Id
  /** Whether this request came with it. */
  is_current: boolean
  /** The network address that signed in. */
  address: string | null
  /** The browser, as it names itself. */
  user_agent: string | null
  /** When it was signed in. */
  created_at: Timestamp
  /** When it ends. Use extends it. */
  expires_at: Timestamp
}

export type SessionList = {
  /** Newest first. */
  sessions: Session[]
}

export type SetQuestion = {
  /** The question. Not blank. */
  question: string
  expect: Expectation
  /** Addresses of the pages that answer it. An anchor is ignored. */
  expected_pages: string[]
  /** Phrases that the answer must contain, whatever their case and spacing. */
  must_say: string[]
  /** The stored answer it was taken from; deleted together with it. null: none. */
  from_message_id: Id | null
}

export type SetQuestionBody = {
  /** The question. Not blank. */
  question: string
  /** Default: `"answer"`. */
  expect?: Expectation | undefined
  /** Addresses of the pages that answer it. An anchor is ignored. Default: `[]`. */
  expected_pages?: string[] | undefined
  /** Phrases that the answer must contain, whatever their case and spacing. Default: `[]`. */
  must_say?: string[] | undefined
  /** The stored answer it was taken from; deleted together with it. null: none. Default: `null`. */
  from_message_id?: Id | null | undefined
}

export type SetupBody = {
  /** The part of the link after `#`. */
  token: string
  /** Compared without regard to case. */
  email: string
  /** As colleagues see it. */
  name: string
  /** 12 to 128 characters, any of them. */
  password: string
}

export type SignInBody = {
  /** Readers with an email address there may sign in by an emailed link. Empty: no reader can. Default: `[]`. */
  allowed_email_domains?: string[] | undefined
  /** Source groups that readers who signed in may read. Empty: all of them. Default: `[]`. */
  allowed_group_ids?: Id[] | undefined
  /** Sign-in through your OpenID provider; null: not offered. Default: `null`. */
  oidc?: {
    /** Your OpenID provider. Everybody it signs in may read. */
    issuer: string
    /** The client that you registered at the provider. */
    client_id: string
    /** Write-only. Kept when left out, for the same issuer and client only. */
    client_secret?: string | undefined
    /** The claim of the ID token that lists the groups of a reader. Groups for signed readers are read by those it names, by id or name, since their last sign-in. null: such groups are read by none of them. Default: `null`. */
    groups_claim?: string | null | undefined
  } | null | undefined
}

export type SignInMethods = {
  /** Whether the service can send sign-in links. */
  email_link: boolean
  /** Whether passkeys can be used at this address. */
  passkey: boolean
  /** Whether any domain signs in at an OpenID provider. */
  sso: boolean
}

export type SignInResult = Person | SecondStep

export type SignInSettings = {
  /** Readers with an email address there may sign in by an emailed link. Empty: no reader can. */
  allowed_email_domains: string[]
  /** Source groups that readers who signed in may read. Empty: all of them. */
  allowed_group_ids: Id[]
  /** Sign-in through your OpenID provider; null: not offered. */
  oidc: {
    /** Your OpenID provider. */
    issuer: string
    /** The client that you registered at the provider. */
    client_id: string
    /** The secret itself is never shown. */
    has_client_secret: boolean
    /** To register at your provider. */
    redirect_uri: string
    /** The claim of the ID token that lists the groups of a reader. Groups for signed readers are read by those it names, by id or name, since their last sign-in. null: such groups are read by none of them. */
    groups_claim: string | null
  } | null
  /** The MCP server to which readers sign in. */
  mcp_url: string
}

export type SlackConnection = {
  /** As the channel. */
  kind: 'slack'
  /** From “OAuth & Permissions” of the app. It begins with `xoxb-`. */
  bot_token: string
  /** From “Basic Information” of the app. */
  signing_secret: string
  /** Where the Web API is: for GovSlack `https://slack-gov.com/api/`. Default: `"https://slack.com/api/"`. */
  api_url?: string | undefined
}

export type Source = {
  /** Part of the URLs of its pages, syncs and files. */
  id: Id
  /** Only for you; readers do not see it. */
  name: string
  type: SourceType
  /** null for `api`. */
  settings: SavedSourceSettings | null
  /** The source group of its documents; null: none. */
  group_id: Id | null
  /** Cron in UTC. null: syncs only on request. */
  schedule: string | null
  visibility: Visibility
  /** Of visibility, group and each label the first rule that matches and says it decides. */
  rules: SavedSourceRule[]
  /** What it signs in with; null: nothing. */
  credential: SourceCredential | null
  /** true: no sync starts, not even on request. */
  paused: boolean
  /** By its schedule; null: none is scheduled. */
  next_sync_at: Timestamp | null
  /** Documents it has in the knowledge base. */
  documents: number
  /** Pages that could not be read or indexed. Readers find their previous text, if there is any. */
  failed_pages: number
  /** Pages that are left out, such as those that need signing in or are too large. */
  skipped_pages: number
  /** The newest, running or ended; null: none yet. */
  last_sync: Sync | null
  /** When it was added. */
  created_at: Timestamp
  /** When its settings last changed. */
  updated_at: Timestamp
}

export type SourceBody = {
  /** Only for you; readers do not see it. Without one it is the address, numbered if taken. */
  name?: string | undefined
  settings: SourceSettings
  /** The source group of its documents. Default: `null`. */
  group_id?: Id | null | undefined
  /** Cron in UTC, such as `0 3 * * *`. null: syncs only on request. Default: `null`. */
  schedule?: string | null | undefined
  /** Default: `public`; with a credential `restricted`, or `unlisted` in a group that no public key reads. */
  visibility?: Visibility | undefined
  /** For pages by their path, or by what they are in. Of visibility, group and each label the first rule that matches and says it decides; otherwise that of the source. A label that the page names itself goes before. */
  rules?: SourceRule[] | undefined
  /** Tested before the source is saved; nothing is saved if it fails. */
  credential?: SourceCredentialInput | undefined
  /** true: pages that need the credential may be read by everyone who reads this knowledge base. Without it they are `restricted`, or `unlisted` in a group that no public key reads. Default: `false`. */
  open_private_pages?: boolean | undefined
  /** false: no first sync is started. Default: `true`. */
  sync?: boolean | undefined
}

export type SourceCredential = {
  /** How it signs in. */
  type: 'basic' | 'header' | 'cookie' | 'token' | 'github_app' | 'oauth_client' | 'access_key' | 'service_account'
  /** The user name, the name of the header or the app. Never a password, a token or a value. */
  signed_in_as: string
  /** Where it is sent, and nowhere else. */
  origin: string
  /** When it was saved. */
  since: Timestamp
}

export type SourceCredentialBody = {
  credential: SourceCredentialInput
  /** true: pages that need the credential may be read by everyone who reads this knowledge base. Without it they are `restricted`, or `unlisted` in a group that no public key reads. Default: `false`. */
  open_private_pages?: boolean | undefined
  /** true: saved without reading the address first. Syncs fail if it is wrong. Default: `false`. */
  skip_test?: boolean | undefined
}

/** What a source signs in with. Websites and OpenAPI documents take `basic`, `header` and `cookie`; repositories take `token` and `github_app`; Zendesk takes `oauth_client`; S3 takes `access_key`; Google Drive takes `service_account`; Notion and Intercom take `token`; Confluence takes `basic` and `token`; Discourse takes `basic`, with an API key as the password. */
export type SourceCredentialInput = {
  /** HTTP Basic: a user name and a password. */
  type: 'basic'
  /** The user name. It is shown to operators. */
  username: string
  /** Stored encrypted and never shown. */
  password: string
} | {
  /** A header with a secret value. */
  type: 'header'
  /** Such as `X-Api-Key` or `Authorization`. It is shown to operators. */
  name: string
  /** Stored encrypted and never shown. */
  value: string
} | {
  /** Cookies of somebody who is signed in. They expire. */
  type: 'cookie'
  /** As in the `Cookie` header: `session=…; other=…`. Stored encrypted and never shown. */
  value: string
} | {
  /** A token of a Git host, of Notion or of Intercom. */
  type: 'token'
  /** What a Git host wants as the user name. Default: `oauth2` at gitlab.com, `x-token-auth` at bitbucket.org, otherwise `x-access-token`. It is shown to operators. */
  username?: string | undefined
  /** It must be able to read the source. Stored encrypted, never shown. */
  token: string
} | {
  /** An installation of a GitHub App. */
  type: 'github_app'
  /** The App ID, or the client ID. It is shown to operators. */
  app_id: string
  /** The number at the end of the address of the installation. */
  installation_id: string
  /** The whole file that GitHub gave out. Stored encrypted and never shown. */
  private_key: string
} | {
  /** An OAuth client that acts for itself. */
  type: 'oauth_client'
  /** The identifier of the client. It is shown to operators. */
  client_id: string
  /** Stored encrypted and never shown. */
  client_secret: string
} | {
  /** A key pair that signs requests, as for S3. */
  type: 'access_key'
  /** The access key ID. It is shown to operators. */
  access_key_id: string
  /** Stored encrypted and never shown. */
  secret_access_key: string
} | {
  /** A service account of Google Cloud. */
  type: 'service_account'
  /** The whole JSON file. Stored encrypted and never shown. */
  key_file: string
}

export type SourceFile = {
  /** Its path or URL in the source. */
  path: string
  /** Derived from the extension of the path. */
  content_type: string
  /** In bytes. */
  size: number
  /** When it was last uploaded. */
  updated_at: Timestamp
}

export type SourceFileList = {
  /** Sorted by path. */
  files: SourceFile[]
}

export type SourceHook = {
  /** Where to POST, under the address of the service. */
  path: string
  /** As `Authorization: Bearer …` or `X-Gitlab-Token`, or as the secret of an `X-Hub-Signature-256` over the body. */
  secret: string
  /** Since when calls are accepted that a product signed with a secret of its own; null: never. */
  signing_secret_since: Timestamp | null
  /** What Notion sent to this address, and nobody has confirmed yet: enter it in Notion, then give it as signing secret. null: nothing. */
  verification_token: string | null
}

export type SourceHookSecretBody = {
  /** What the product signs its calls with: the signing secret of a Zendesk webhook, or the verification token of a Notion subscription. null: forget it. */
  secret: string | null
}

export type SourceList = {
  /** Oldest first. */
  sources: Source[]
}

export type SourcePage = {
  /** The page in its source: a URL, a path. */
  key: string
  state: PageState
  /** Why it was skipped or failed. */
  reason: string | null
  /** When a sync last saw it. */
  seen_at: Timestamp
  /** null: not in the knowledge base. */
  document_id: Id | null
  /** Shown to readers as the source; null: no document. */
  url: string | null
  /** Shown with each citation; null: no document. */
  title: string | null
  /** Whether searches can find it. pending: waits to be indexed. */
  document_state: 'pending' | 'indexed' | 'failed' | null
  /** Passages its document was split into. */
  passages: number
}

export type SourcePageList = {
  /** Sorted by key. */
  pages: SourcePage[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

/** At least one field. */
export type SourcePatch = {
  /** Only for you; readers do not see it. */
  name?: string | undefined
  /** Must be of the same type. A source whose address moves to another origin loses its credential. */
  settings?: SourceSettings | undefined
  /** The source group of its documents. */
  group_id?: Id | null | undefined
  /** Cron in UTC, such as `0 3 * * *`. null: syncs only on request. */
  schedule?: string | null | undefined
  visibility?: Visibility | undefined
  /** Replace the rules. They apply to its documents at once, without a sync. */
  rules?: SourceRule[] | undefined
  /** true: no sync starts, not even on request. */
  paused?: boolean | undefined
  /** true: pages that need the credential may be read by everyone who reads this knowledge base. Without it they are `restricted`, or `unlisted` in a group that no public key reads. */
  open_private_pages?: boolean | undefined
}

export type SourcePreview = {
  /** Whether the site answered at its address. */
  reachable: boolean
  /** The first sitemap that was read; null: none. */
  sitemap: string | null
  /** Pages that are listed, or linked from the first page where nothing is listed. */
  estimated_pages: number
  /** The first page, and some of the others. */
  sample: PreviewedPage[]
  /** The colour that the first page names for itself, such as `#0b5c63`. */
  theme_color: string | null
  /** What to look at before connecting it, in sentences. */
  warnings: string[]
}

export type SourcePreviewBody = {
  /** As the source would have them. */
  settings: {
    /** Crawls a website. */
    type: 'website'
    /** Where to begin. Pages of the same origin below this path are read. */
    url: string
    /** Globs such as `/docs/**`. When there are some, only pages whose path fits one are read. Default: `[]`. */
    include?: string[] | undefined
    /** Globs. Pages whose path matches one are skipped. Default: `[]`. */
    exclude?: string[] | undefined
    /** The maximum number of pages read in one sync. Default: `10000`. */
    max_pages?: number | undefined
    /** Render pages in Chromium first, for sites that need JavaScript. Default: `false`. */
    render?: boolean | undefined
  }
  /** Used for this look, and not stored. */
  credential?: SourceCredentialInput | undefined
}

export type SourceRule = {
  /** A glob over the path of the page, or over what its source says it is in, such as `space:DOCS` or `folder:/handbook/**`: `*` within a segment, `**` across segments. `{name}` stands for a segment or a part of one, which becomes the value of the label `name`, as in `/docs/v{version}/**`. */
  match: string
  visibility?: Visibility | undefined
  /** The source group of the pages; null: none. */
  group_id?: Id | null | undefined
  /** Labels of the pages. */
  labels?: LabelsInput | undefined
}

export type SourceRulesPreview = {
  /** Documents that the source has now. */
  documents: number
  /** For each rule, in order. */
  rules: {
    /** Documents whose path or container fits. */
    matches: number
    /** Those of them that no earlier rule had decided all of. */
    decides: number
  }[]
  /** Documents that no rule fits. */
  unmatched: number
  /** Documents whose visibility, group or labels would change from what they are now. */
  changes: number
  /** What its documents are in, the largest first, at most 200. */
  containers: {
    /** As a rule matches it. */
    name: string
    /** Documents in it. */
    documents: number
  }[]
}

export type SourceRulesPreviewBody = {
  /** For pages by their path, or by what they are in. Of visibility, group and each label the first rule that matches and says it decides; otherwise that of the source. A label that the page names itself goes before. */
  rules: SourceRule[]
}

/** Where the pages are. `type` says which fields apply. */
export type SourceSettings = {
  /** Crawls a website. */
  type: 'website'
  /** Where to begin. Pages of the same origin below this path are read. */
  url: string
  /** Globs such as `/docs/**`. When there are some, only pages whose path fits one are read. Default: `[]`. */
  include?: string[] | undefined
  /** Globs. Pages whose path matches one are skipped. Default: `[]`. */
  exclude?: string[] | undefined
  /** The maximum number of pages read in one sync. Default: `10000`. */
  max_pages?: number | undefined
  /** Render pages in Chromium first, for sites that need JavaScript. Default: `false`. */
  render?: boolean | undefined
} | {
  /** Reads the files of a repository. */
  type: 'git'
  /** An http or https URL, or a path on the server below a folder the operator allows. */
  repository: string
  /** The default branch when absent. */
  branch?: string | undefined
  /** Only files below this folder. */
  folder?: string | undefined
  /** Globs such as `/docs/**`. When there are some, only pages whose path fits one are read. Default: `[]`. */
  include?: string[] | undefined
  /** Globs. Pages whose path matches one are skipped. Default: `[]`. */
  exclude?: string[] | undefined
  /** The page of a file, with `{path}` (without its extension) or `{file}` in it. */
  page_url: string
} | {
  /** Holds files that you upload. */
  type: 'files'
  /** A file’s URL is this URL followed by its path. */
  base_url: string
} | {
  /** Makes a page for each operation. */
  type: 'openapi'
  /** The OpenAPI document, as JSON or YAML. */
  url: string
  /** The page of an operation, with `{operation}` or `{tag}` in it. */
  page_url: string
} | {
  /** Reads the articles of a Zendesk help center. */
  type: 'zendesk'
  /** The help center at its own zendesk.com address, such as `https://acme.zendesk.com`. */
  url: string
  /** Only these, such as `en-us`. None: all that the help center has. Default: `[]`. */
  locales?: string[] | undefined
  /** What becomes of articles that not everyone may see, when a credential lists them. Default: `"skip"`. */
  restricted_articles?: 'skip' | 'include' | undefined
} | {
  /** Reads resolved issues and answered discussions. */
  type: 'github'
  /** The repository at GitHub, such as `https://github.com/acme/docs`. */
  repository: string
  /** Issues that were closed as completed and answered by somebody of the project. Default: `true`. */
  issues?: boolean | undefined
  /** Only issues with one of these labels. None: all. Default: `[]`. */
  labels?: string[] | undefined
  /** Discussions with an accepted answer. Default: `true`. */
  discussions?: boolean | undefined
} | {
  /** Reads the objects of a bucket that speaks the protocol of S3. */
  type: 's3'
  /** Such as `https://s3.eu-central-1.amazonaws.com`, without the bucket. */
  endpoint: string
  /** Requests are signed for it. `auto` for R2. Default: `"us-east-1"`. */
  region?: string | undefined
  /** Its name. */
  bucket: string
  /** Only objects whose key begins with it. Default: `""`. */
  prefix?: string | undefined
  /** Globs such as `/docs/**`. When there are some, only pages whose path fits one are read. Default: `[]`. */
  include?: string[] | undefined
  /** Globs. Pages whose path matches one are skipped. Default: `[]`. */
  exclude?: string[] | undefined
  /** The page of an object, with `{path}` (without its extension) or `{file}` in it. */
  page_url: string
} | {
  /** Reads the files of a folder in Google Drive. */
  type: 'drive'
  /** Its address or its id. A shared drive is a folder too. */
  folder: string
  /** Where the API is. Default: `"https://www.googleapis.com"`. */
  api_url?: string | undefined
} | {
  /** Reads the pages that are shared with a Notion integration. */
  type: 'notion'
  /** Where its API is, for a proxy in between. Default: `"https://api.notion.com"`. */
  api_url?: string | undefined
} | {
  /** Reads the articles of an Intercom help center. */
  type: 'intercom'
  /** Where its API is: `https://api.eu.intercom.io` or `https://api.au.intercom.io` elsewhere. Default: `"https://api.intercom.io"`. */
  api_url?: string | undefined
  /** Only these, such as `en`. None: all that the help center has. Default: `[]`. */
  locales?: string[] | undefined
  /** What becomes of articles that not everyone may see. Default: `"skip"`. */
  restricted_articles?: 'skip' | 'include' | undefined
} | {
  /** Reads spaces of Confluence, Cloud or Data Center. */
  type: 'confluence'
  /** The site: `https://acme.atlassian.net/wiki`, or the base address of a Data Center, with its path if it has one. */
  url: string
  /** Default: `cloud` for an address at atlassian.net, otherwise `data_center`. */
  edition?: 'cloud' | 'data_center' | undefined
  /** Where requests go instead: `https://api.atlassian.com` for an API token of Cloud that has scopes, or another address of a Data Center. A credential is sent there only. */
  api_url?: string | undefined
  /** The keys of the spaces to read. None: all that can be seen. Default: `[]`. */
  spaces?: string[] | undefined
  /** What becomes of pages that have restrictions, or are below one that has. Default: `"skip"`. */
  restricted_pages?: 'skip' | 'include' | undefined
} | {
  /** Reads the topics of a Discourse forum. */
  type: 'discourse'
  /** The forum, with its path if it has one. */
  url: string
  /** Only these, with what is in them: a slug such as `help`, or a number. None: all that can be seen. Default: `[]`. */
  categories?: string[] | undefined
  /** Only topics with one of these tags. None: all. Default: `[]`. */
  tags?: string[] | undefined
  /** solved: the question and the accepted answers of topics that have one. all: also other topics, with their first posts. Default: `"solved"`. */
  topics?: 'solved' | 'all' | undefined
  /** What becomes of topics in categories that only some people may see. Default: `"skip"`. */
  restricted_categories?: 'skip' | 'include' | undefined
}

/** api: what is pushed over the admin API. It has no syncs. */
export type SourceType = 'api' | 'website' | 'git' | 'files' | 'openapi' | 'zendesk' | 'github' | 's3' | 'drive' | 'notion' | 'intercom' | 'confluence' | 'discourse'

export type SsoBody = {
  /** Your OpenID provider. */
  issuer: string
  /** The client that you registered at the provider. */
  client_id: string
  /** Whom the provider may sign in: people with an email address there. Only somebody who owns the installation changes issuer, client or domains. */
  domains: string[]
  /** Whether people with such an address have to sign in this way, and no other. Default: `false`. */
  enforced?: boolean | undefined
  /** The role of somebody who signs in for the first time. Default: `"viewer"`. */
  default_role?: 'viewer' | 'editor' | 'admin' | undefined
  /** Write-only. Kept when left out, for the same issuer and client only. */
  client_secret?: string | undefined
}

export type SsoSettings = {
  /** Your OpenID provider. */
  issuer: string
  /** The client that you registered at the provider. */
  client_id: string
  /** Whose addresses the provider may sign in. */
  domains: string[]
  /** Whether people with such an address have to sign in this way, and no other. */
  enforced: boolean
  /** The role of somebody who signs in for the first time. */
  default_role: 'viewer' | 'editor' | 'admin'
  /** The secret itself is never shown. */
  has_client_secret: boolean
  /** To register at your provider. */
  redirect_uri: string
}

export type SsoSignIn = {
  /** Where the browser goes on: the provider’s own page. */
  url: string
}

export type SsoSignInBody = {
  /** Its domain names the provider. */
  email: string
}

export type SsoStatus = {
  /** null: not configured. */
  sso: SsoSettings | null
  /** To register at your provider, before you configure it. */
  redirect_uri: string
}

export type SsoTest = {
  /** Whether the provider describes itself, as that issuer. */
  ok: boolean
  /** What went wrong; null: nothing. */
  error: string | null
}

/** generated: written from the titles of public documents. own: `own_questions`. none: no questions. */
export type StarterMode = 'generated' | 'own' | 'none'

export type StarterQuestions = {
  /** In the order in which they are shown; a key sees those of its groups. */
  generated: {
    /** As readers see it. */
    question: string
    /** The page that it was written from. */
    document_id: Id
  }[]
  /** When they were last written; null: not yet. */
  refreshed_at: Timestamp | null
}

/** A type of event that a webhook can be sent. */
export type SubscribedEvent = 'gap.created' | 'sync.failed' | 'sync.held' | 'rating.negative' | 'contact.requested' | 'allowance.reached' | 'cost_cap.reached'

export type Sync = {
  /** Poll it to follow the sync. */
  id: Id
  /** The source synced. */
  source_id: Id
  trigger: SyncTrigger
  state: SyncState
  /** What a running one does. probing: asks for pages that were neither listed nor linked. matching: tells moved pages from new ones. */
  phase: 'listing' | 'fetching' | 'probing' | 'matching' | 'deleting' | 'indexing'
  /** Why it failed, was cancelled or is held. */
  reason: string | null
  /** Pages so far, by outcome. */
  counts: SyncCounts
  /** An estimate; null: none yet, or ended. */
  remaining_seconds: number | null
  /** When it was queued. */
  created_at: Timestamp
  /** When a worker started it; null: still queued. */
  started_at: Timestamp | null
  /** null: it has not ended. */
  ended_at: Timestamp | null
}

export type SyncCounts = {
  /** Pages found so far. */
  found: number
  /** Pages that have an outcome. */
  fetched: number
  /** New in the knowledge base. */
  added: number
  /** Their content differs from the last sync. */
  changed: number
  /** Kept their document under a new URL. */
  moved: number
  /** The same as at the last sync. */
  unchanged: number
  /** Deleted, or to be deleted once confirmed. */
  gone: number
  /** URLs that returned 404 or 410 and were never pages. */
  dead_links: number
  /** Skipped on purpose; each page has a reason. */
  skipped: number
  /** Could not be read in any attempt. */
  failed: number
  /** Documents that are new or changed. */
  to_index: number
  /** How many of them can be found by now. */
  indexed: number
}

/** How far a sync is. */
export type SyncEvent = {
  state: SyncState
  /** What a running one does. probing: asks for pages that were neither listed nor linked. matching: tells moved pages from new ones. */
  phase: 'listing' | 'fetching' | 'probing' | 'matching' | 'deleting' | 'indexing'
  /** Why it failed, was cancelled or is held. */
  reason: string | null
  /** Pages so far, by what became of them. */
  counts: SyncCounts
  /** An estimate; null: none yet, or ended. */
  remaining_seconds: number | null
  /** A page that is being read now; null: none is. */
  page: string | null
  /** true: the sync has ended or is held, and no event follows. */
  done: boolean
}

export type SyncList = {
  /** Newest first. */
  syncs: Sync[]
}

export type SyncPage = {
  /** The title of its document; null: it has none. */
  title: string | null
  /** The page in its source: a URL, a path. */
  key: string
  /** Its outcome. The first three are still in progress. */
  state: 'found' | 'fetching' | 'waiting' | 'unchanged' | 'changed' | 'added' | 'moved' | 'gone' | 'skipped' | 'failed' | 'dead_link'
  /** Why it was skipped, failed or will be retried. */
  reason: string | null
  /** The first page that linked to it; null: the source lists it. */
  linked_from: string | null
  /** The document of the page; null: it has none. */
  document_id: Id | null
  /** Failed attempts. */
  tries: number
}

export type SyncPageList = {
  /** Sorted by key. */
  pages: SyncPage[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

/** held: done but for deletions, which wait for the evaluation gate, or for a person to confirm or discard them. */
export type SyncState = 'queued' | 'running' | 'held' | 'completed' | 'failed' | 'cancelled'

/** What started it. created: the source was new. manual: an operator asked. */
export type SyncTrigger = 'created' | 'manual' | 'schedule' | 'webhook'

export type SynonymRule = {
  /** Words of a question also find pages that say it in other words. */
  kind: 'synonym'
  /** What readers write, such as `PAT`: at most 10, each of one word or several. */
  words: string[]
  /** What pages say, such as `personal access token`: searched for beside the words of the reader. */
  means: string[]
  /** Whether it also counts the other way: all of them stand for one another. */
  both_ways: boolean
}

/** The state of the deployment. */
export type System = {
  /** The version of the process that answers this request. */
  version: string
  /** The schema of the database. */
  migrations: {
    /** The last one applied; null: none. */
    latest: string | null
    /** How many are applied. */
    applied: number
    /** Those that this version has and the database lacks. */
    pending: string[]
  }
  /** Processes that take jobs now. */
  workers: {
    /** Its host and process id. */
    name: string
  }[]
  /** Jobs of all knowledge bases; null: the database did not answer. */
  queue: {
    /** Jobs that may run and wait for a worker. */
    waiting: number
    /** Jobs in progress. */
    active: number
    /** Jobs that failed in every attempt and are still kept. */
    failed: number
    /** How long the oldest of the waiting has waited; null: none waits. */
    oldest_seconds: number | null
  } | null
  /** Each is null when the database did not answer. */
  database: {
    /** The version of PostgreSQL. */
    version: string | null
    /** The version of the extension. */
    pgvector: string | null
    /** The size of the whole database. */
    size_bytes: number | null
    /** How long one statement took; null: the database did not answer. */
    latency_ms: number | null
  }
  /** null: not configured; limits are counted in each process. */
  redis: {
    /** null: it did not answer. */
    latency_ms: number | null
  } | null
  /** One for each part. */
  checks: SystemCheck[]
}

export type SystemCheck = {
  /** What it is of. */
  name: 'database' | 'migrations' | 'workers' | 'queue' | 'redis'
  /** false: look at it. */
  ok: boolean
  /** What was found, in a sentence. */
  message: string
}

/** The state of the deployment, now. */
export type SystemEvent = {
  /** The version of the process that answers this request. */
  version: string
  /** The schema of the database. */
  migrations: {
    /** The last one applied; null: none. */
    latest: string | null
    /** How many are applied. */
    applied: number
    /** Those that this version has and the database lacks. */
    pending: string[]
  }
  /** Processes that take jobs now. */
  workers: {
    /** Its host and process id. */
    name: string
  }[]
  /** Jobs of all knowledge bases; null: the database did not answer. */
  queue: {
    /** Jobs that may run and wait for a worker. */
    waiting: number
    /** Jobs in progress. */
    active: number
    /** Jobs that failed in every attempt and are still kept. */
    failed: number
    /** How long the oldest of the waiting has waited; null: none waits. */
    oldest_seconds: number | null
  } | null
  /** Each is null when the database did not answer. */
  database: {
    /** The version of PostgreSQL. */
    version: string | null
    /** The version of the extension. */
    pgvector: string | null
    /** The size of the whole database. */
    size_bytes: number | null
    /** How long one statement took; null: the database did not answer. */
    latency_ms: number | null
  }
  /** null: not configured; limits are counted in each process. */
  redis: {
    /** null: it did not answer. */
    latency_ms: number | null
  } | null
  /** One for each part. */
  checks: SystemCheck[]
  /** true: the time is over, and no event follows. Follow again to go on. */
  done: boolean
}

/** How to read the content. */
export type TextContentType = 'text/markdown' | 'text/mdx' | 'text/asciidoc' | 'application/x-ipynb+json' | 'text/html' | 'text/plain' | 'text/csv'

export type Thread = {
  /** The conversation. */
  id: Id
  /** As the client named them: their id, or else their email address. null for a viewer, who may not see it. */
  asker: string | null
  /** When it began. */
  created_at: Timestamp
  /** Oldest first. */
  messages: Message[]
}

export type TopQuestion = {
  /** As it was asked last. */
  question: string
  /** The stored answer to it. */
  message_id: Id
  /** How often it was asked, in these or very similar words. */
  asked: number
  /** How often the documents did not cover it. */
  not_covered: number
}

export type TopQuestions = {
  /** The most frequent first. Questions asked only once are left out. */
  questions: TopQuestion[]
  /** How many stored questions were counted, from the newest of the period on. */
  compared: number
}

/** How an answer was produced. */
export type Trace = {
  /** The request that asked, as in the log. */
  request_id: string
  /** The question as it was searched. */
  search: {
    /** What was searched for. */
    text: string
    /** The same before words of it were mended. Left out when none were. */
    typed?: string | undefined
    /** The searches, where the model split the question into several. */
    searches?: string[] | undefined
    /** What rewrote a follow-up or a question about the page so that it stands alone, or split a question. none: searched as typed. */
    rewritten_by: 'none' | 'rule' | 'model'
    /** Passages asked for. */
    top_k: number
    /** null: every group. */
    group_ids: string[] | null
    /** The labels that the search was limited to. Left out when it was not. */
    filter?: Labels | undefined
    /** By rules of editors. Left out when there are none. */
    synonyms?: {
      /** Words of the question. */
      words: string
      /** What was searched for beside them. */
      means: string
    }[] | undefined
    /** Passages that came first by rules of editors. Left out when there are none. */
    pinned_chunk_ids?: string[] | undefined
  }
  /** Best first: 30 at most, and what the search returned beyond them. */
  candidates: TraceCandidate[]
  /** Left out for small talk. */
  answerability?: {
    /** That the documents answer the question, 0 to 1. */
    probability: number
    /** Below it the question is not answered. */
    threshold: number
    setting: Answerability
  } | undefined
  /** Names in the question that no page mentions. Left out when there are none. */
  missing_words?: string[] | undefined
  /** What the model was given. */
  prompt: {
    /** Turns of the conversation that the writer had. */
    earlier_message_ids: string[]
    /** Passages that the writer had, in order. */
    chunk_ids: string[]
    /** Whether a widget's voice was asked for. */
    voice: boolean
    /** Word for word as the model had it; null: no model wrote. Only in the playground: it is not stored. */
    text?: string | null | undefined
  }
  /** `extract`: no model; sections were quoted. `small_talk`: a set reply. `verified`: an answer of the docs team. */
  model: string
  /** The verified answer whose question comes nearest, of those that the reader may see. Left out when there is none. */
  verified_answer?: {
    /** The verified answer. */
    id: string
    /** The wording of it that comes nearest. */
    question: string
    /** Of the two questions in meaning, 0 to 1. */
    similarity: number
    /** Whether the reader got it. */
    given: boolean
    /** Why not: the questions differ in meaning, or `differing_words` are in one of them alone. Left out when it was given. */
    reason?: 'meaning' | 'words' | undefined
    /** Words of one of the questions that are not in the other. */
    differing_words?: string[] | undefined
  } | undefined
  /** No model was asked, because the daily cost cap was reached. */
  cost_capped?: true | undefined
  /** Sections were quoted in place of what the model was to write: it failed before its first word, or no passage supports its text. */
  fallback?: 'model_failed' | 'unsupported' | undefined
  /** How the model failed when `fallback` is `model_failed`. Also in the list of failures. */
  model_error?: StreamFailureCode | undefined
  /** What found that the question is not covered; null: it was answered. `missing_words`: it names something that no page mentions. `citations`: a model wrote a text that no passage supports, and nothing could be quoted instead. */
  declined_by: 'answerability' | 'missing_words' | 'writer' | 'citations' | null
  /** As counted by the provider; null: unknown. */
  input_tokens: number | null
  /** As counted by the provider; null: unknown. */
  output_tokens: number | null
  /** Markers removed from the answer. */
  dropped_citations: {
    /** The number that the writer used. */
    index: number
    /** Why the passage does not support the sentence. */
    reason: string
  }[]
  /** Since the question was admitted, by step: rewritten, retrieved, reranked, quoted, first_delta, written, settled (citations verified). */
  timings_ms: { [key: string]: number }
}

export type TraceCandidate = {
  /** The passage. */
  chunk_id: string
  /** Its page. */
  document_id: string
  /** Decided the order before reranking, and is compared with the relevance threshold. */
  relevance: number
  /** Semantic similarity. */
  vector_score: number
  /** Keyword match strength. */
  text_score: number
  /** Combined rank of both searches. */
  rrf_score: number
  /** From the reranking model. 0 when no reranker ran. */
  rerank_score: number
  /** What it gained in the order for being on the page that the question was asked on, or in its section. Left out when nothing. */
  page_prior?: number | undefined
  /** Whether the writer had it, and if not, why. */
  outcome: 'used' | 'not_relevant' | 'beyond_top_k' | 'beyond_prompt' | 'not_covered'
}

export type TracedMessage = {
  /** The `message_id` that the reader was sent. */
  id: Id
  /** The conversation it belongs to. */
  thread_id: Id
  /** The saved widget that asked; null: none. */
  widget_id: Id | null
  /** As the client named them: their id, or else their email address. null for a viewer, who may not see it. */
  asker: string | null
  /** How the question came, such as `api` or `widget`. */
  source: string
  /** As the reader typed it. */
  question: string
  /** As shown to the reader, in markdown. */
  answer: string
  /** What the answer cites; may be empty. */
  citations: Citation[]
  /** false: the knowledge base did not cover the question. */
  covered: boolean
  /** null: not rated. */
  vote: Vote | null
  /** Why it was rated down; null: not said. */
  reason: FeedbackReason | null
  /** What the reader wrote with the rating. */
  comment: string | null
  /** The page that it was asked on, without query and fragment. null: not sent. */
  page_url: string | null
  /** What happened to the form; null: unknown, or no form. */
  form_outcome: 'deflected' | 'submitted' | null
  /** The client key it came with, or the reader who signed in. */
  key_id: Id | null
  /** The language of the question, such as `en`. null: not recorded. */
  language: string | null
  /** What wrote the answer. `extract`: no model; `small_talk`: a set reply; `verified`: the docs team. */
  model: string | null
  /** Until the first words. null: not recorded. */
  first_delta_ms: number | null
  /** Until the answer was complete. null: not recorded. */
  total_ms: number | null
  /** As counted by the provider; null: unknown. */
  input_tokens: number | null
  /** As counted by the provider; null: unknown. */
  output_tokens: number | null
  /** What its tokens cost at the prices of that time, in the currency of the workspace. null: no price was known, or the provider did not count. */
  cost: number | null
  /** When an operator marked it as reviewed; null: not yet. */
  reviewed_at: Timestamp | null
  /** Given by operators. */
  tags: string[]
  /** Written by an operator; readers never see it. */
  note: string | null
  /** When it was answered. */
  created_at: Timestamp
  trace: Trace
}

export type TwoFactorCode = {
  /** The six digits that the authenticator shows. */
  code: string
}

export type TwoFactorEnrolment = {
  /** In base32, for an authenticator that cannot read the address. */
  secret: string
  /** `otpauth://…`, to be shown as a QR code. */
  uri: string
}

export type TwoFactorStatus = {
  /** Whether signing in asks for a code. */
  is_on: boolean
  /** Recovery codes that were not used yet. */
  recovery_codes_left: number
}

export type UploadedArchive = {
  /** Files that were stored. */
  stored: number
  /** Entries that were not stored. */
  skipped: {
    /** The entry in the archive. */
    path: string
    /** Why it was not stored. */
    reason: string
  }[]
}

export type UsagePoint = {
  /** The day. */
  at: Day
  /** Questions answered. */
  questions: number
  /** As counted by the provider. */
  input_tokens: number
  /** As counted by the provider. */
  output_tokens: number
  /** What the tokens of answers and drafts cost at the prices of that time. */
  cost: number
  /** What answers that ended early are estimated to have cost: no provider counted their tokens. Counts towards the cap, and is not part of `cost`. */
  estimated_cost: number
  /** Answers and drafts whose cost is unknown: their model had no price. */
  unpriced: number
}

export type VerifiedAnswer = {
  /** Names the verified answer in the admin API. */
  id: Id
  /** The question. */
  question: string
  /** Other wordings of it. */
  variants: string[]
  /** In Markdown, word for word as readers are given it. */
  answer: string
  /** What it rests on, in the order of their numbers. */
  sources: VerifiedSource[]
  /** `given`: readers get it. `needs_review`: they get it, and a page that it rests on has changed. `not_given`: a page is gone or restricted. `expired`: its time is over. */
  state: 'given' | 'needs_review' | 'not_given' | 'expired'
  /** When it was last saved or confirmed. */
  verified_at: Timestamp
  /** null: it does not expire. */
  expires_at: Timestamp | null
  /** When it was first saved. */
  created_at: Timestamp
}

export type VerifiedAnswerBody = {
  /** The question, as a reader would ask it. */
  question: string
  /** Other wordings of the question, at most 20. Default: `[]`. */
  variants?: string[] | undefined
  /** In Markdown, without images and HTML. `[n]` points at the n-th source. */
  answer: string
  /** The documents that it rests on, at least one and at most 10, in the order of their numbers. Only readers who may see all of them are given the answer. */
  source_document_ids: Id[]
  /** From then on the answer is no longer given; null: it does not expire. Default: `null`. */
  expires_at?: Timestamp | null | undefined
}

export type VerifiedAnswerList = {
  /** Newest first, at most 300. */
  verified_answers: VerifiedAnswer[]
}

/** The fields to change. Without any, the answer is verified as it is. */
export type VerifiedAnswerPatch = {
  /** The question, as a reader would ask it. */
  question?: string | undefined
  /** Other wordings of the question, at most 20. */
  variants?: string[] | undefined
  /** In Markdown, without images and HTML. `[n]` points at the n-th source. */
  answer?: string | undefined
  /** The documents that it rests on, at least one and at most 10, in the order of their numbers. Only readers who may see all of them are given the answer. */
  source_document_ids?: Id[] | undefined
  /** From then on the answer is no longer given; null: it does not expire. */
  expires_at?: Timestamp | null | undefined
}

export type VerifiedSource = {
  /** null: the page is gone, and the answer is not given. */
  document_id: Id | null
  /** The title of the page; of one that is gone, its last. */
  title: string
  /** The address of the page. */
  url: string
  /** What has become of the page since the answer was verified. `restricted`: no reader may see it. */
  state: 'unchanged' | 'changed' | 'restricted' | 'gone'
}

/** public: used everywhere. unlisted: answers and search use it, starter questions do not. restricted: used nowhere. */
export type Visibility = 'public' | 'unlisted' | 'restricted'

export type Webhook = {
  /** Identifies the webhook. */
  id: Id
  /** Where events are sent. */
  url: string
  /** What is sent. */
  events: SubscribedEvent[]
  /** The last 4 characters of its secret. */
  secret_hint: string
  /** false: nothing is sent, and what was waiting has failed. */
  enabled: boolean
  /** Why it was disabled for you. gone: the receiver answered 410. failing: nothing was delivered for 5 days. null: it was not. */
  disabled_reason: 'gone' | 'failing' | null
  /** The first failure after the last delivery; null: the last attempt succeeded. */
  failing_since: Timestamp | null
  /** Until when deliveries are signed with the previous secret too; null: they are not. */
  previous_secret_until: Timestamp | null
  /** The newest; null: none in the last 30 days. */
  last_delivery: WebhookDelivery | null
  /** When it was created. */
  created_at: Timestamp
}

export type WebhookBody = {
  /** Where events are sent. Redirects are not followed. */
  url: string
  /** What is sent. */
  events: SubscribedEvent[]
  /** false: nothing is sent, and what was waiting has failed. Default: `true`. */
  enabled?: boolean | undefined
  /** Your own. Default: a new one. */
  secret?: string | undefined
}

export type WebhookDelivery = {
  /** The `webhook-id` header, the same each time it is sent. */
  id: Id
  type: WebhookEventName
  /** Where it happened; null: in the workspace. */
  knowledge_base_id: Id | null
  state: DeliveryState
  /** How often it was sent, since it was created or last replayed. */
  attempts: number
  /** What the receiver last answered; null: it did not. */
  response_status: number | null
  /** Why the last attempt failed; null: it did not. */
  last_error: string | null
  /** When it happened. */
  created_at: Timestamp
  /** When it was last sent; null: not yet. */
  last_attempt_at: Timestamp | null
  /** When it is sent next; null: not again. */
  next_attempt_at: Timestamp | null
}

export type WebhookDeliveryList = {
  /** Newest first. They are kept for 30 days. */
  deliveries: WebhookDelivery[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

/** gap.created: Readers ask something new that the documents do not answer well. sync.failed: A sync of a source failed. sync.held: A sync would delete many pages, or does not pass its question set, and waits for confirmation. rating.negative: A reader rated an answer as bad, or added a reason or a comment to such a rating. contact.requested: A reader asks a person. allowance.reached: A share of the monthly allowance of questions is used, or all of it. cost_cap.reached: A share of the daily cost cap is spent, or all of it: then no model is asked any more that day. webhook.test: Somebody sends a test. */
export type WebhookEventName = 'gap.created' | 'sync.failed' | 'sync.held' | 'rating.negative' | 'contact.requested' | 'allowance.reached' | 'cost_cap.reached' | 'webhook.test'

export type WebhookList = {
  /** Oldest first; at most 20. */
  webhooks: Webhook[]
}

/** At least one field. */
export type WebhookPatch = {
  /** Where events are sent. Redirects are not followed. */
  url?: string | undefined
  /** What is sent. */
  events?: SubscribedEvent[] | undefined
  /** false: nothing is sent, and what was waiting has failed. */
  enabled?: boolean | undefined
}

export type WebhookSecretBody = {
  /** Your own. Default: a new one. */
  secret?: string | undefined
}

export type WebhookWithSecret = {
  /** Identifies the webhook. */
  id: Id
  /** Where events are sent. */
  url: string
  /** What is sent. */
  events: SubscribedEvent[]
  /** The last 4 characters of its secret. */
  secret_hint: string
  /** false: nothing is sent, and what was waiting has failed. */
  enabled: boolean
  /** Why it was disabled for you. gone: the receiver answered 410. failing: nothing was delivered for 5 days. null: it was not. */
  disabled_reason: 'gone' | 'failing' | null
  /** The first failure after the last delivery; null: the last attempt succeeded. */
  failing_since: Timestamp | null
  /** Until when deliveries are signed with the previous secret too; null: they are not. */
  previous_secret_until: Timestamp | null
  /** The newest; null: none in the last 30 days. */
  last_delivery: WebhookDelivery | null
  /** When it was created. */
  created_at: Timestamp
  /** Verifies deliveries. Shown once. */
  secret: string
}

export type Widget = {
  /** Send it as `widget_id`. */
  id: Id
  /** Only for you; readers do not see it. */
  name: string
  /** false: every request that names the widget is refused. */
  enabled: boolean
  /** Empty: no page may use it. */
  allowed_origins: string[]
  /** The voice of its answers. */
  voice: string
  /** Settings of the widget. Every page that shows it can read them. */
  config: { [key: string]: unknown }
  /** When it was saved. */
  created_at: Timestamp
}

export type WidgetBody = {
  /** Only for you; readers do not see it. */
  name: string
  /** false: every request that names the widget is refused. Default: `true`. */
  enabled?: boolean | undefined
  /** Pages that may use it. Empty: none. Default: `[]`. */
  allowed_origins?: string[] | undefined
  /** The voice of its answers. Default: `""`. */
  voice?: string | undefined
  config?: WidgetSettings | undefined
}

export type WidgetList = {
  /** Oldest first. */
  widgets: Widget[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

export type WidgetOrigin = {
  /** Scheme, host and port of the page, as its browser sent them. */
  origin: string
  /** When a page there last loaded the widget or was refused. */
  last_seen_at: Timestamp
  /** How often a page there loaded the widget. */
  loads: number
  /** How often it was refused, since the origin is not allowed. */
  refused: number
}

export type WidgetOriginList = {
  /** The one seen last first. */
  origins: WidgetOrigin[]
}

/** Where a widget was seen, now. */
export type WidgetOriginsEvent = {
  /** The one seen last first. */
  origins: WidgetOrigin[]
  /** true: the time is over, and no event follows. Follow again to go on. */
  done: boolean
}

/** At least one field. */
export type WidgetPatch = {
  /** Only for you; readers do not see it. */
  name?: string | undefined
  /** false: every request that names the widget is refused. */
  enabled?: boolean | undefined
  /** Pages that may use it. Empty: none. */
  allowed_origins?: string[] | undefined
  /** The voice of its answers. */
  voice?: string | undefined
  config?: WidgetSettings | undefined
}

/** Settings of the widget, with any keys of your own. Every page that shows it can read them. */
export type WidgetSettings = {
  /** Shown in the header, instead of the name of the knowledge base. */
  product_name?: string | undefined
  /** An image for the header. */
  logo_url?: string | undefined
  /** How the widget is laid out. */
  mode?: 'floating' | 'modal' | 'sidebar' | 'inline' | 'search-only' | undefined
  /** The corner of the button that opens the widget. */
  position?: 'bottom-right' | 'bottom-left' | undefined
  /** auto: as the page, or else as the system. */
  theme?: 'auto' | 'light' | 'dark' | undefined
  /** The element whose theme `auto` follows. */
  theme_selector?: string | undefined
  /** Colour of buttons and links, such as `#0b5c63`. */
  accent?: string | undefined
  /** The same in the dark theme. */
  accent_dark?: string | undefined
  /** page: the font of the page. */
  font?: 'system' | 'page' | undefined
  /** Language of the widget’s own texts. auto: as the page, or else as the browser. */
  language?: string | undefined
  /** Your own texts, by their names in the widget guide. */
  texts?: { [key: string]: string } | undefined
  /** Shown before the reader types, instead of those of the knowledge base. Empty: none. */
  starter_questions?: string[] | undefined
  /** Hides the attribution line, where `hide_branding_allowed` is true. */
  hide_branding?: boolean | undefined
  /** false: no menu for connecting AI tools, even where `mcp_available` is true. */
  ai_tools?: boolean | undefined
  /** false: readers are not offered to ask about text that they select on the page. */
  selection?: boolean | undefined
  /** Opens the widget. mod: Command on a Mac, Control elsewhere. */
  hotkey?: string | undefined
  /** What a link to `#ask=…` does: fill in the question, send it, or nothing. */
  deep_link?: 'fill' | 'send' | 'off' | undefined
  /** Offered when an answer does not help. */
  support_url?: string | undefined
  /** false: no form to ask a person, even where the knowledge base has one. */
  contact?: boolean | undefined
  /** The sentence under the composer. Empty: none. */
  disclaimer?: string | undefined
  /** The element that makes room for the sidebar. */
  push?: string | undefined
  /** Limits questions and searches that the page limits by no labels, such as `{"version": "2"}`. */
  default_filter?: LabelFilter | undefined
  /** Support forms that are answered before they are sent. */
  form_selector?: string | undefined
  [key: string]: unknown
}

export type Workspace = {
  /** Part of the URLs of its knowledge bases. */
  id: Id
  /** Only for you; readers do not see it. */
  name: string
  plan: Plan
  retention: Retention
  /** Conversations without a question for this long are deleted. null: they are kept. */
  thread_retention_days: number | null
  /** What is replaced by its kind in brackets before anything of readers is stored. */
  redact: RedactKind[]
  asker_storage: AskerStorage
  /** Entries of the audit log that are older are deleted. null: they are kept. */
  audit_retention_days: number | null
  /** null: no limit. */
  monthly_question_allowance: number | null
  state: LifeState
  /** When it was created. */
  created_at: Timestamp
}

export type WorkspaceBody = {
  /** Only for you; readers do not see it. */
  name: string
  /** Default: `"free"`. */
  plan?: Plan | undefined
  /** Default: `"standard"`. */
  retention?: Retention | undefined
  /** Conversations without a question for this long are deleted. null: they are kept. Default: `null`. */
  thread_retention_days?: number | null | undefined
  /** What is replaced by its kind in brackets, such as `[email]`, in everything that readers write and in answers, before it is stored. What is stored already stays as it is. Default: `[]`. */
  redact?: RedactKind[] | undefined
  /** Default: `"plain"`. */
  asker_storage?: AskerStorage | undefined
  /** Entries of the audit log that are older are deleted. null: they are kept. Default: `null`. */
  audit_retention_days?: number | null | undefined
  /** Questions answered in a calendar month (UTC). null: no limit. Default: `null`. */
  monthly_question_allowance?: number | null | undefined
}

export type WorkspaceList = {
  /** Oldest first. */
  workspaces: Workspace[]
  /** Send it as `cursor` to get the next page. null on the last one. */
  next_cursor: string | null
}

/** At least one field. */
export type WorkspacePatch = {
  /** Only for you; readers do not see it. */
  name?: string | undefined
  plan?: Plan | undefined
  retention?: Retention | undefined
  /** Conversations without a question for this long are deleted. null: they are kept. */
  thread_retention_days?: number | null | undefined
  /** What is replaced by its kind in brackets, such as `[email]`, in everything that readers write and in answers, before it is stored. What is stored already stays as it is. */
  redact?: RedactKind[] | undefined
  asker_storage?: AskerStorage | undefined
  /** Entries of the audit log that are older are deleted. null: they are kept. */
  audit_retention_days?: number | null | undefined
  /** Questions answered in a calendar month (UTC). null: no limit. */
  monthly_question_allowance?: number | null | undefined
}

export type WorkspaceUsage = {
  /** The first day of this month, UTC. */
  month: string
  /** Questions answered in it. */
  answered: number
  /** Questions that are being answered, of those in the allowance. */
  reserved: number
  /** null: no limit. */
  monthly_question_allowance: number | null
  /** What the answers of today (UTC) cost, with the estimates. */
  spent_today: number
  /** null: no cap. */
  daily_cost_cap: number | null
  /** true: today no model is asked any more. */
  cost_cap_reached: boolean
  /** The currency of every cost. null: no model has a price. */
  currency: Currency | null
  /** Models that wrote lately and have no price: what they cost is missing here. */
  models_without_price: string[]
  /** The first day of the series. */
  from: Day
  /** The last day of the series. */
  to: Day
  /** The figures of the whole series. */
  totals: {
    /** Questions answered. */
    questions: number
    /** As counted by the provider. */
    input_tokens: number
    /** As counted by the provider. */
    output_tokens: number
    /** What the tokens of answers and drafts cost at the prices of that time. */
    cost: number
    /** What answers that ended early are estimated to have cost: no provider counted their tokens. Counts towards the cap, and is not part of `cost`. */
    estimated_cost: number
    /** Answers and drafts whose cost is unknown: their model had no price. */
    unpriced: number
  }
  /** null: not asked for. */
  storage: {
    /** Pages of all knowledge bases, hidden ones too. */
    documents: number
    /** What they were divided into, each with its vector. */
    passages: number
    /** What the pages take as they are stored, compressed, without passages and vectors. */
    bytes: number
  } | null
  /** By day. Days without any use are left out. */
  series: UsagePoint[]
}

export type ListWorkspacesQuery = {
  /** How many to return. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type GetWorkspaceUsageQuery = {
  /** The first day, in UTC. Default: 29 days before the last. */
  from?: Day | undefined
  /** The last day, in UTC. Default: today. A period has at most 731 days. */
  to?: Day | undefined
  /** true: also what is stored, which takes longer. */
  storage?: 'true' | undefined
}

export type ListKnowledgeBasesQuery = {
  /** How many to return. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type ListGroupsQuery = {
  /** How many to return. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type DeleteGroupQuery = {
  /** The group that its documents and sources move to; `none`: they are in no group from then on. When absent, a group that has some is not deleted. */
  move_to?: Id | 'none' | undefined
}

export type ListWidgetsQuery = {
  /** How many to return. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type FollowWidgetOriginsQuery = {
  /** How long to follow. Above 600 counts as 600. */
  seconds?: number | undefined
}

export type ListSourcePagesQuery = {
  /** Only pages with this outcome in the last sync that saw them. */
  state?: PageState | undefined
  /** Pages wanted. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type ListDeletedPagesQuery = {
  /** Pages wanted. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type RestoreDeletedPageQuery = {
  /** Its key in the source, or its URL. */
  page: string
}

export type ListSyncsQuery = {
  /** The number of syncs. Above 100 counts as 100. */
  limit?: number | undefined
  /** Only syncs older than this one. */
  before?: Id | undefined
}

export type ListSyncPagesQuery = {
  /** Only pages in this state. The first three are still in progress. */
  state?: 'found' | 'fetching' | 'waiting' | 'unchanged' | 'changed' | 'added' | 'moved' | 'gone' | 'skipped' | 'failed' | 'dead_link' | undefined
  /** Pages wanted. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type PutSourceFileQuery = {
  /** Where the file goes, such as `guide/setup.pdf`, or the folder to unpack an archive in. */
  path: string
}

export type DeleteSourceFileQuery = {
  /** Where the file goes, such as `guide/setup.pdf`, or the folder to unpack an archive in. */
  path: string
}

export type UploadSourceArchiveQuery = {
  /** Where the files of the archive go; the top level when absent. */
  folder?: string | undefined
}

export type ListDocumentsQuery = {
  /** Parts of the title or the URL, all of them, in any order. */
  q?: string | undefined
  /** Only documents in this state. */
  state?: DocumentState | undefined
  /** Only documents of this source. */
  source_id?: Id | undefined
  /** Only documents of this source group. */
  group_id?: Id | undefined
  /** Only documents with this visibility. */
  visibility?: Visibility | undefined
  /** Only the document with this URL. */
  url?: string | undefined
  /** With `-` in front the other way round. Documents not indexed yet count as indexed first. */
  sort?: DocumentSort | undefined
  /** Documents wanted. Above 200 counts as 200. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type ListMessagesQuery = {
  /** Answers wanted. Above 200 counts as 200. */
  limit?: number | undefined
  /** Only messages older than this one. */
  before?: Id | undefined
  /** Only questions asked then or later. */
  from?: Timestamp | undefined
  /** Only questions asked before. */
  to?: Timestamp | undefined
  /** Words that the question has, all of them, in any form: `keys` finds `key`. */
  q?: string | undefined
  /** false: only questions not covered. */
  covered?: 'true' | 'false' | undefined
  /** Only knowledge gaps: questions not covered, and answers rated down. */
  gap?: 'true' | undefined
  /** Only answers rated so. */
  vote?: Vote | undefined
  /** Only answers rated down for this reason. */
  reason?: FeedbackReason | undefined
  /** Only answers rated with a comment. */
  has_comment?: 'true' | undefined
  /** Only questions that came this way. */
  source?: 'api' | 'widget' | 'websocket' | 'mcp' | 'form_deflect' | 'bot' | undefined
  /** Only what this saved widget asked. */
  widget_id?: Id | undefined
  /** Only what came with this client key or signed-in reader. */
  key_id?: Id | undefined
  /** Only answers that cite this document. */
  document_id?: Id | undefined
  /** Only questions in this language, such as `en`. */
  language?: string | undefined
  /** Only what this model wrote. */
  model?: string | undefined
  /** Only what was asked on this page. A query or fragment is ignored. */
  page_url?: string | undefined
  /** Only what this asker asked. Refused for a viewer, who may not see askers. */
  asker?: string | undefined
  /** Whether an operator marked it as reviewed. */
  reviewed?: 'true' | 'false' | undefined
  /** Only answers with this tag. */
  tag?: string | undefined
}

export type ExportMessagesAsCsvQuery = {
  /** Only questions asked then or later. */
  from?: Timestamp | undefined
  /** Only questions asked before. */
  to?: Timestamp | undefined
  /** Words that the question has, all of them, in any form: `keys` finds `key`. */
  q?: string | undefined
  /** false: only questions not covered. */
  covered?: 'true' | 'false' | undefined
  /** Only knowledge gaps: questions not covered, and answers rated down. */
  gap?: 'true' | undefined
  /** Only answers rated so. */
  vote?: Vote | undefined
  /** Only answers rated down for this reason. */
  reason?: FeedbackReason | undefined
  /** Only answers rated with a comment. */
  has_comment?: 'true' | undefined
  /** Only questions that came this way. */
  source?: 'api' | 'widget' | 'websocket' | 'mcp' | 'form_deflect' | 'bot' | undefined
  /** Only what this saved widget asked. */
  widget_id?: Id | undefined
  /** Only what came with this client key or signed-in reader. */
  key_id?: Id | undefined
  /** Only answers that cite this document. */
  document_id?: Id | undefined
  /** Only questions in this language, such as `en`. */
  language?: string | undefined
  /** Only what this model wrote. */
  model?: string | undefined
  /** Only what was asked on this page. A query or fragment is ignored. */
  page_url?: string | undefined
  /** Only what this asker asked. Refused for a viewer, who may not see askers. */
  asker?: string | undefined
  /** Whether an operator marked it as reviewed. */
  reviewed?: 'true' | 'false' | undefined
  /** Only answers with this tag. */
  tag?: string | undefined
}

export type ExportMessagesAsJsonQuery = {
  /** Only questions asked then or later. */
  from?: Timestamp | undefined
  /** Only questions asked before. */
  to?: Timestamp | undefined
  /** Words that the question has, all of them, in any form: `keys` finds `key`. */
  q?: string | undefined
  /** false: only questions not covered. */
  covered?: 'true' | 'false' | undefined
  /** Only knowledge gaps: questions not covered, and answers rated down. */
  gap?: 'true' | undefined
  /** Only answers rated so. */
  vote?: Vote | undefined
  /** Only answers rated down for this reason. */
  reason?: FeedbackReason | undefined
  /** Only answers rated with a comment. */
  has_comment?: 'true' | undefined
  /** Only questions that came this way. */
  source?: 'api' | 'widget' | 'websocket' | 'mcp' | 'form_deflect' | 'bot' | undefined
  /** Only what this saved widget asked. */
  widget_id?: Id | undefined
  /** Only what came with this client key or signed-in reader. */
  key_id?: Id | undefined
  /** Only answers that cite this document. */
  document_id?: Id | undefined
  /** Only questions in this language, such as `en`. */
  language?: string | undefined
  /** Only what this model wrote. */
  model?: string | undefined
  /** Only what was asked on this page. A query or fragment is ignored. */
  page_url?: string | undefined
  /** Only what this asker asked. Refused for a viewer, who may not see askers. */
  asker?: string | undefined
  /** Whether an operator marked it as reviewed. */
  reviewed?: 'true' | 'false' | undefined
  /** Only answers with this tag. */
  tag?: string | undefined
}

export type GetAnalyticsQuery = {
  /** The first day, in UTC. Default: 29 days before the last. */
  from?: Day | undefined
  /** The last day, in UTC. Default: today. A period has at most 731 days. */
  to?: Day | undefined
  /** What a point of the series spans. Default: a day up to 92 days, above it a week. */
  interval?: AnalyticsInterval | undefined
  /** Also counts for each of these apart. */
  group_by?: AnalyticsGrouping | undefined
  /** Only what came this way. */
  source?: 'api' | 'widget' | 'websocket' | 'mcp' | 'form_deflect' | 'bot' | undefined
  /** Only what this saved widget asked. */
  widget_id?: Id | undefined
  /** Only what came with this client key. */
  key_id?: Id | undefined
  /** Only what this model wrote. */
  model?: string | undefined
  /** Only questions in this language. */
  language?: string | undefined
}

export type ExportAnalyticsQuery = {
  /** The first day, in UTC. Default: 29 days before the last. */
  from?: Day | undefined
  /** The last day, in UTC. Default: today. A period has at most 731 days. */
  to?: Day | undefined
  /** What a point of the series spans. Default: a day up to 92 days, above it a week. */
  interval?: AnalyticsInterval | undefined
  /** Also counts for each of these apart. */
  group_by?: AnalyticsGrouping | undefined
  /** Only what came this way. */
  source?: 'api' | 'widget' | 'websocket' | 'mcp' | 'form_deflect' | 'bot' | undefined
  /** Only what this saved widget asked. */
  widget_id?: Id | undefined
  /** Only what came with this client key. */
  key_id?: Id | undefined
  /** Only what this model wrote. */
  model?: string | undefined
  /** Only questions in this language. */
  language?: string | undefined
}

export type ListCitedDocumentsQuery = {
  /** The first day, in UTC. Default: 29 days before the last. */
  from?: Day | undefined
  /** The last day, in UTC. Default: today. A period has at most 731 days. */
  to?: Day | undefined
  /** How many to return. Above 100 counts as 100. */
  limit?: number | undefined
}

export type ListCitedLabelsQuery = {
  /** The first day, in UTC. Default: 29 days before the last. */
  from?: Day | undefined
  /** The last day, in UTC. Default: today. A period has at most 731 days. */
  to?: Day | undefined
  /** How many to return. Above 100 counts as 100. */
  limit?: number | undefined
}

export type ListTopQuestionsQuery = {
  /** The first day, in UTC. Default: 29 days before the last. */
  from?: Day | undefined
  /** The last day, in UTC. Default: today. A period has at most 731 days. */
  to?: Day | undefined
  /** How many to return. Above 100 counts as 100. */
  limit?: number | undefined
}

export type ListAskedPagesQuery = {
  /** The first day, in UTC. Default: 29 days before the last. */
  from?: Day | undefined
  /** The last day, in UTC. Default: today. A period has at most 731 days. */
  to?: Day | undefined
  /** How many to return. Above 100 counts as 100. */
  limit?: number | undefined
}

export type ExportAskedPagesQuery = {
  /** The first day, in UTC. Default: 29 days before the last. */
  from?: Day | undefined
  /** The last day, in UTC. Default: today. A period has at most 731 days. */
  to?: Day | undefined
}

export type ListFailuresQuery = {
  /** How many to return. Above 200 counts as 200. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only these. */
  error_code?: 'quota_exceeded' | 'misconfigured' | 'rate_limited' | 'timeout' | 'unavailable' | 'internal' | 'content_filtered' | 'truncated' | 'cancelled' | undefined
}

export type ListGapsQuery = {
  /** Only gaps in this state. */
  state?: GapState | undefined
  /** Only gaps with at least as many questions. */
  min_questions?: number | undefined
  /** How many to return. Above 200 counts as 200. */
  limit?: number | undefined
}

export type ListEvaluationsQuery = {
  /** Only evaluations of this set. */
  set_id?: Id | undefined
  /** How many to return. Above 200 counts as 200. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type CompareEvaluationsQuery = {
  /** The evaluation to compare with. */
  before: Id
  /** The evaluation to look at. */
  after: Id
}

export type ListQuestionSetsQuery = {
  /** How many to return. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type ListAnswerDiffsQuery = {
  /** How many to return. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type FollowSystemQuery = {
  /** How long to follow. Above 600 counts as 600. */
  seconds?: number | undefined
}

export type ListWebhookDeliveriesQuery = {
  /** How many to return. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only those in this state. */
  state?: DeliveryState | undefined
}

export type ListAuditEventsQuery = {
  /** Only what they did: an email address, or `operator` for the admin token. */
  actor?: string | undefined
  /** Only this action, such as `key.revoke`. */
  action?: string | undefined
  /** Only what was done to this. */
  target?: Id | undefined
  /** Not before. */
  from?: Timestamp | undefined
  /** Before. */
  to?: Timestamp | undefined
  /** How many to return. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type ExportAuditEventsQuery = {
  /** Only what they did: an email address, or `operator` for the admin token. */
  actor?: string | undefined
  /** Only this action, such as `key.revoke`. */
  action?: string | undefined
  /** Only what was done to this. */
  target?: Id | undefined
  /** Not before. */
  from?: Timestamp | undefined
  /** Before. */
  to?: Timestamp | undefined
}

export type ListInstallationEventsQuery = {
  /** Only what they did: an email address, or `operator` for the admin token. */
  actor?: string | undefined
  /** Only this action, such as `key.revoke`. */
  action?: string | undefined
  /** Only what was done to this. */
  target?: Id | undefined
  /** Not before. */
  from?: Timestamp | undefined
  /** Before. */
  to?: Timestamp | undefined
  /** How many to return. Above 1000 counts as 1000. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}
