import type { CaptchaAction } from '@footnote/client'
import type { WidgetOptions } from '../package/types.ts'

export const MODES = ['floating', 'modal', 'sidebar', 'inline', 'search-only'] as const
export type Mode = (typeof MODES)[number]

/** Everything that can be set, by `data-*` attributes, the saved widget or `Footnote.update`. */
export type Options = {
  readonly baseUrl: string
  readonly clientKey: string
  readonly knowledgeBaseId: string
  readonly widgetId: string | undefined
  readonly mode: Mode
  /** Selector of the element that `inline` fills. */
  readonly target: string | undefined
  readonly productName: string | undefined
  /** Empty: none. */
  readonly disclaimer: string | undefined
  /** The widget's own texts by name, to replace some. */
  readonly texts: Readonly<Record<string, string>>
  /** In place of the knowledge base's. */
  readonly starterQuestions: readonly string[] | undefined
  readonly aiTools: boolean
  readonly launcher: boolean
  readonly logoUrl: string | undefined
  readonly supportUrl: string | undefined
  readonly hideBranding: boolean
  readonly language: string | undefined
  readonly theme: 'auto' | 'light' | 'dark'
  readonly themeSelector: string | undefined
  readonly accent: string | undefined
  readonly accentDark: string | undefined
  readonly position: 'bottom-right' | 'bottom-left'
  /** `none`, or keys joined by a plus, such as `mod+k`. */
  readonly hotkey: string
  /** Selector of the element that makes room for the sidebar. */
  readonly push: string | undefined
  readonly deepLink: 'fill' | 'send' | 'off'
  readonly font: 'system' | 'page'
  readonly groupIds: readonly string[]
  /** All as they were given, for labels that questions on this page are limited to. */
  readonly filter: RawOptions
  readonly userId: string | undefined
  readonly userEmail: string | undefined
  readonly formSelector: string | undefined
  readonly formSubject: string | undefined
  readonly formDescription: string | undefined
  /** Mints CAPTCHA tokens in place of Google's script. */
  readonly captchaToken: ((action: CaptchaAction) => Promise<string>) | undefined
}

/** Does not compile while the published types lack an option. */
type Declared<Name extends keyof WidgetOptions> = Name
export type OptionName = Declared<keyof Options>

/** As they were given: attributes are text, a saved configuration and JavaScript may have others. */
export type RawOptions = Readonly<Record<string, unknown>>

/** Those that are any text, or nothing. */
const TEXT_OPTIONS = [
  'widgetId',
  'target',
  'productName',
  'logoUrl',
  'supportUrl',
  'language',
  'themeSelector',
  'accent',
  'accentDark',
  'push',
  'userId',
  'userEmail',
  'formSelector',
  'formSubject',
  'formDescription',
] as const

export function readOptions(raw: RawOptions, scriptUrl: string): Options {
  const text = (name: string): string | undefined => {
    const value = raw[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const oneOf = <const Value extends string>(
    name: string,
    [first, ...others]: readonly [Value, ...Value[]],
  ): Value => others.find((value) => value === text(name)) ?? first
  const flag = (name: string): boolean => {
    const value = raw[name]
    return value === true || (typeof value === 'string' && value !== 'false')
  }
  const mint = raw['captchaToken']
  const texts = Object.fromEntries(TEXT_OPTIONS.map((name) => [name, text(name)]))
  return {
    // Object.fromEntries does not keep which names it was given.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    ...(texts as Record<(typeof TEXT_OPTIONS)[number], string | undefined>),
    baseUrl: (text('baseUrl') ?? new URL('.', scriptUrl).href).replace(/\/+$/, ''),
    clientKey: text('clientKey') ?? '',
    knowledgeBaseId: text('knowledgeBaseId') ?? '',
    mode: oneOf('mode', MODES),
    disclaimer: typeof raw['disclaimer'] === 'string' ? raw['disclaimer'] : undefined,
    texts: {
      ...textsIn(raw['texts']),
      ...named('greeting', text('greeting')),
      ...named('askQuestion', text('placeholder')),
      ...named('ask', text('launcherLabel')),
    },
    starterQuestions: strings(raw['starterQuestions']),
    aiTools: raw['aiTools'] !== false && raw['aiTools'] !== 'false',
    launcher: text('launcher') !== 'none' && raw['launcher'] !== false,
    hideBranding: flag('hideBranding'),
    theme: oneOf('theme', ['auto', 'light', 'dark']),
    position: oneOf('position', ['bottom-right', 'bottom-left']),
    hotkey: text('hotkey') ?? 'mod+k',
    deepLink: oneOf('deepLink', ['fill', 'send', 'off']),
    font: oneOf('font', ['system', 'page']),
    groupIds: strings(raw['groupIds']) ?? text('groupIds')?.split(/[\s,]+/) ?? [],
    // Read by the panel, so that the loader stays small.
    filter: raw,
    captchaToken:
      typeof mint === 'function' ? async (action) => String(await mint(action)) : undefined,
  }
}

const strings = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined

const named = (name: string, value: string | undefined) => (value ? { [name]: value } : {})

const textsIn = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
    : {}

/** A saved configuration has `product_name` where an attribute has `data-product-name`. */
export const fromSaved = (config: Readonly<Record<string, unknown>>): RawOptions =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
