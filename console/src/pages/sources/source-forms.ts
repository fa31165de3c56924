import type { Source, SourceInput } from '@footnote/client/admin'
import { fromCommas } from '../../ui/lines.ts'
import type { SourceField, SourceValues } from './source-field.ts'
import {
  address,
  apiAddress,
  articles,
  isOn,
  optional,
  pageAddress,
  read,
  readApiAddress,
  readArticles,
} from './source-field.ts'
import { t } from './texts.ts'

/** Documents that are pushed have no form. */
export type Connectable = Exclude<Source['type'], 'api'>

type SourceForm = {
  fields: readonly SourceField[]
  toSettings: (values: SourceValues) => SourceInput['settings']
}

const texts = t.sources.form

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
      optional({
        name: 'spaces',
        label: texts.spaces,
        hint: texts.spacesHint,
        placeholder: 'DOC, HELP',
      }),
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
  github: {
    fields: [
      address(texts.repository, texts.threadsHint, 'https://github.com/acme/docs'),
      optional({
        name: 'labels',
        label: texts.labels,
        hint: texts.labelsHint,
        placeholder: 'faq, question',
      }),
    ],
    toSettings: (values) => ({
      type: 'github',
      repository: read(values, 'url'),
      labels: fromCommas(read(values, 'labels')),
    }),
  },
  s3: {
    fields: [
      address(texts.endpoint, texts.endpointHint, 'https://s3.eu-central-1.amazonaws.com'),
      optional({
        name: 'region',
        label: texts.region,
        hint: texts.regionHint,
        placeholder: 'us-east-1',
      }),
      { name: 'bucket', kind: 'text', isRequired: true, label: texts.bucket },
      optional({
        name: 'prefix',
        label: texts.prefix,
        hint: texts.prefixHint,
        placeholder: 'manual/',
      }),
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
  discourse: {
    fields: [
      address(texts.discourse, undefined, 'https://forum.example.com'),
      optional({
        name: 'categories',
        label: texts.categories,
        hint: texts.categoriesHint,
        placeholder: 'help, guides',
      }),
      optional({ name: 'tags', label: texts.tags, hint: texts.tagsHint, placeholder: 'faq' }),
      { name: 'unsolved', kind: 'check', label: texts.unsolved, hint: texts.unsolvedHint },
      {
        name: 'restricted',
        kind: 'check',
        label: texts.restrictedCategories,
        hint: texts.restrictedCategoriesHint,
      },
    ],
    toSettings: (values) => ({
      type: 'discourse',
      url: read(values, 'url'),
      categories: fromCommas(read(values, 'categories')),
      tags: fromCommas(read(values, 'tags')),
      topics: isOn(values, 'unsolved') ? 'all' : 'solved',
      restricted_categories: isOn(values, 'restricted') ? 'include' : 'skip',
    }),
  },
}

/** In the order of their forms. */
export const CONNECTABLE = Object.keys(SOURCE_FORMS).filter(
  (type): type is Connectable => type in SOURCE_FORMS,
)
