import type { SourceInput } from '@footnote/client/admin'
import type { AdminOptions } from '../../admin-options.ts'
import type { LabelRule } from '../../label-options.ts'
import type { CredentialOptions, OpenOption } from '../../sources/read-credential.ts'

export type Rule = NonNullable<SourceInput['visibility_rules']>[number]
export type Visibility = NonNullable<SourceInput['visibility']>

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
    labelRule: LabelRule[]
    wait: boolean
  }
