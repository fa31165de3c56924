import type { AdminOptions } from '../../admin-options.ts'
import type { CredentialOptions, OpenOption } from '../../sources/read-credential.ts'
import type { Rule, Visibility } from '../../sources/rule-options.ts'

/** What every kind of source is added with. */
export type AddOptions = AdminOptions &
  CredentialOptions &
  OpenOption & {
    knowledgeBase?: string
    create?: string
    name?: string
    group?: string
    schedule?: string
    visibility?: Visibility
    rule: Rule[]
    wait: boolean
  }
