import type { SourceInput } from '@footnote/client/admin'
import { fromCommas } from '../../ui/lines.ts'
import { t } from './texts.ts'

export const CONNECTABLE = [
  'website',
  'git',
  'openapi',
  'files',
  'confluence',
  'zendesk',
  'github',
  's3',
  'drive',
  'notion',
  'intercom',
] as const
export type Connectable = (typeof CONNECTABLE)[number]

/** By the name of the field. A box that is ticked has `on`. */
export type SourceValues = Readonly<Record<string, string>>

export type SourceField = {
  name: string
  label: string
  hint?: string
  placeholder?: string
} & (
  | { kind: 'url' | 'text'; isRequired: boolean }
  | { kind: 'check' }
  | { kind: 'choice'; options: readonly (readonly [string, string])[] }
)

type SourceForm = {
  fields: readonly SourceField[]
  toSettings: (values: SourceValues) => SourceInput['settings']
}

const texts = t.sources.form

const address = (label: string, hint?: string, placeholder = 'https://'): SourceField => ({
  name: 'url',
  kind: 'url',
  isRequired: true,
  label,
  placeholder,
  ...(hint === undefined ? {} : { hint }),
})

const pageAddress = (type: 'git' | 'openapi'): SourceField => ({
  name: 'pageUrl',
  kind: 'text',
  isRequired: true,
  label: texts.pageUrl,
  hint: texts.pageUrlHint[type],
  placeholder: texts.pageUrlExample[type],
})

/** Only for those who reach the product by another address, such as a proxy of theirs. */
const apiAddress = (usual: string, hint: string = texts.apiUrlHint): SourceField => ({
  name: 'apiUrl',
  kind: 'url',
  isRequired: false,
  label: texts.apiUrl,
  hint,
  placeholder: usual,
})

const readApiAddress = (values: SourceValues): { api_url?: string } =>
  read(values, 'apiUrl') === '' ? {} : { api_url: read(values, 'apiUrl') }

/** Of a help center. */
const articles: readonly SourceField[] = [
  {
    name: 'locales',
    kind: 'text',
    isRequired: false,
    label: texts.locales,
    hint: texts.localesHint,
    placeholder: 'en-us, de',
  },
  {
    name: 'restricted',
    kind: 'check',
    label: texts.restrictedArticles,
    hint: texts.restrictedArticlesHint,
  },
]

const read = (values: SourceValues, name: string): string => values[name]?.trim() ?? ''
const isOn = (values: SourceValues, name: string): boolean => values[name] === 'on'

const readArticles = (values: SourceValues) => ({
  locales: fromCommas(read(values, 'locales')),
  restricted_articles: isOn(values, 'restricted') ? ('include' as const) : ('skip' as const),
})

const EDITIONS = ['cloud', 'data_center'] as const
const ATLASSIAN_API = 'https://api.atlassian.com'

/** What each kind of source is asked for, beside its sign-in, its name and its schedule. */
export const SOURCE_FORMS: Readonly<Record<Connectable, SourceForm>> = {
  website: {
    fields: [
      address(texts.website, texts.websiteHint),
      { name: 'render', kind: 'check', label: texts.render, hint: texts.renderHint },
    ],
    toSettings: (values) => ({
      type: 'website',
      url: read(values, 'url'),
      render: isOn(values, 'render'),
    }),
  },
  git: {
    fields: [address(texts.repository, texts.repositoryHint), pageAddress('git')],
    toSettings: (values) => ({
      type: 'git',
      repository: read(values, 'url'),
      page_url: read(values, 'pageUrl'),
    }),
  },
  openapi: {
    fields: [address(texts.openapi), pageAddress('openapi')],
    toSettings: (values) => ({
      type: 'openapi',
      url: read(values, 'url'),
      page_url: read(values, 'pageUrl'),
    }),
  },
  files: {
    fields: [address(texts.files, texts.filesHint)],
    toSettings: (values) => ({ type: 'files', base_url: read(values, 'url') }),
  },
  confluence: {
    fields: [
      address(texts.confluence, texts.confluenceHint, 'https://acme.atlassian.net/wiki'),
      {
        name: 'edition',
        kind: 'choice',
        label: texts.edition,
        options: [
          ['', texts.editions.byAddress],
          ['cloud', texts.editions.cloud],
          ['data_center', texts.editions.dataCenter],
        ],
      },
      {
        name: 'spaces',
        kind: 'text',
        isRequired: false,
        label: texts.spaces,
        hint: texts.spacesHint,
        placeholder: 'DOC, HELP',
      },
      { name: 'scoped', kind: 'check', label: texts.scoped, hint: texts.scopedHint },
      {
        name: 'restricted',
        kind: 'check',
        label: texts.restrictedPages,
        hint: texts.restrictedPagesHint,
      },
    ],
    toSettings(values) {
      const edition = EDITIONS.find((one) => one === read(values, 'edition'))
      return {
        type: 'confluence',
        url: read(values, 'url'),
        ...(edition === undefined ? {} : { edition }),
        ...(isOn(values, 'scoped') ? { api_url: ATLASSIAN_API } : {}),
        spaces: fromCommas(read(values, 'spaces')),
        restricted_pages: isOn(values, 'restricted') ? 'include' : 'skip',
      }
    },
  },
  zendesk: {
    fields: [address(texts.zendesk, texts.zendeskHint, 'https://acme.zendesk.com'), ...articles],
    toSettings: (values) => ({
      type: 'zendesk',
      url: read(values, 'url'),
      ...readArticles(values),
    }),
  },
  s3: {
    fields: [
      address(texts.endpoint, texts.endpointHint, 'https://s3.eu-central-1.amazonaws.com'),
      {
        name: 'region',
        kind: 'text',
        isRequired: false,
        label: texts.region,
        hint: texts.regionHint,
        placeholder: 'us-east-1',
      },
      { name: 'bucket', kind: 'text', isRequired: true, label: texts.bucket },
      {
        name: 'prefix',
        kind: 'text',
        isRequired: false,
        label: texts.prefix,
        hint: texts.prefixHint,
        placeholder: 'manual/',
      },
      pageAddress('git'),
    ],
    toSettings: (values) => ({
      type: 's3',
      endpoint: read(values, 'url'),
      ...(read(values, 'region') === '' ? {} : { region: read(values, 'region') }),
      bucket: read(values, 'bucket'),
      prefix: read(values, 'prefix'),
      page_url: read(values, 'pageUrl'),
    }),
  },
  drive: {
    fields: [
      {
        name: 'folder',
        kind: 'text',
        isRequired: true,
        label: texts.folder,
        hint: texts.folderHint,
        placeholder: 'https://drive.google.com/drive/folders/…',
      },
      apiAddress('https://www.googleapis.com'),
    ],
    toSettings: (values) => ({
      type: 'drive',
      folder: read(values, 'folder'),
      ...readApiAddress(values),
    }),
  },
  github: {
    fields: [
      address(texts.repository, texts.threadsHint, 'https://github.com/acme/docs'),
      {
        name: 'labels',
        kind: 'text',
        isRequired: false,
        label: texts.labels,
        hint: texts.labelsHint,
        placeholder: 'faq, question',
      },
    ],
    toSettings: (values) => ({
      type: 'github',
      repository: read(values, 'url'),
      labels: fromCommas(read(values, 'labels')),
    }),
  },
  notion: {
    fields: [apiAddress('https://api.notion.com')],
    toSettings: (values) => ({ type: 'notion', ...readApiAddress(values) }),
  },
  intercom: {
    fields: [apiAddress('https://api.intercom.io', texts.intercomHint), ...articles],
    toSettings: (values) => ({
      type: 'intercom',
      ...readApiAddress(values),
      ...readArticles(values),
    }),
  },
}
