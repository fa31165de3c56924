import { z } from 'zod'
import { LabelFilter, Labels } from './labels.ts'
import {
  MAX_NAME_CHARACTERS,
  MAX_OWN_STARTER_QUESTIONS,
  MAX_SELECTOR_CHARACTERS,
  MAX_STARTER_QUESTION_CHARACTERS,
  MAX_WIDGET_CONFIG_CHARACTERS,
  MAX_WIDGET_TEXT_CHARACTERS,
} from './limits.ts'
import { countCodePoints, HttpUrl, limitedText, nonBlankText } from './text.ts'

/** JSON escapes NUL and half a surrogate pair, and nothing else, so that PostgreSQL's jsonb refuses. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i

/** Hexadecimal only: the widget computes contrast with it, and other CSS could load a URL. */
const HexColor = z
  .string()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #0b5c63')

const DEFAULT_FILTER =
  'Limits questions and searches that the page limits by no labels, such as `{"version": "2"}`.'

const Selector = nonBlankText(MAX_SELECTOR_CHARACTERS)

/** The keys that Footnote's own widget reads. Each can also be set on the page, as a `data-` attribute. */
const ownFields = {
  product_name: nonBlankText(MAX_NAME_CHARACTERS).describe(
    'Shown in the header, instead of the name of the knowledge base.',
  ),
  logo_url: HttpUrl.describe('An image for the header.'),
  mode: z
    .enum(['floating', 'modal', 'sidebar', 'inline', 'search-only'])
    .describe('How the widget is laid out.'),
  position: z
    .enum(['bottom-right', 'bottom-left'])
    .describe('The corner of the button that opens the widget.'),
  theme: z.enum(['auto', 'light', 'dark']).describe('auto: as the page, or else as the system.'),
  theme_selector: Selector.describe('The element whose theme `auto` follows.'),
  accent: HexColor.describe('Colour of buttons and links, such as `#0b5c63`.'),
  accent_dark: HexColor.describe('The same in the dark theme.'),
  font: z.enum(['system', 'page']).describe('page: the font of the page.'),
  language: z
    .string()
    .regex(
      /^(?:auto|[a-z]{2,3}(?:-[a-z0-9]{2,8})*)$/i,
      'must be auto or a language tag such as pt-BR',
    )
    .describe('Language of the widget’s own texts. auto: as the page, or else as the browser.'),
  texts: z
    .record(z.string(), limitedText(MAX_WIDGET_TEXT_CHARACTERS))
    .describe('Your own texts, by their names in the widget guide.'),
  starter_questions: z
    .array(nonBlankText(MAX_STARTER_QUESTION_CHARACTERS))
    .max(MAX_OWN_STARTER_QUESTIONS)
    .describe(
      'Shown before the reader types, instead of those of the knowledge base. Empty: none.',
    ),
  hide_branding: z
    .boolean()
    .describe('Hides the attribution line, where `hide_branding_allowed` is true.'),
  ai_tools: z
    .boolean()
    .describe('false: no menu for connecting AI tools, even where `mcp_available` is true.'),
  selection: z
    .boolean()
    .describe('false: readers are not offered to ask about text that they select on the page.'),
  hotkey: z
    .string()
    .regex(
      /^(?:none|(?:(?:mod|ctrl|alt|shift|meta)\+)*[a-z0-9/])$/i,
      'must be none or keys such as mod+k',
    )
    .describe('Opens the widget. mod: Command on a Mac, Control elsewhere.'),
  deep_link: z
    .enum(['fill', 'send', 'off'])
    .describe('What a link to `#ask=…` does: fill in the question, send it, or nothing.'),
  support_url: HttpUrl.describe('Offered when an answer does not help.'),
  contact: z
    .boolean()
    .describe('false: no form to ask a person, even where the knowledge base has one.'),
  disclaimer: limitedText(MAX_WIDGET_TEXT_CHARACTERS).describe(
    'The sentence under the composer. Empty: none.',
  ),
  push: Selector.describe('The element that makes room for the sidebar.'),
  default_filter: LabelFilter.describe(DEFAULT_FILTER),
  form_selector: Selector.describe('Support forms that are answered before they are sent.'),
} as const

/** What a page receives: the widget's own keys, typed, and any other keys that were saved. */
export const SavedWidgetSettings = z
  .object({ ...ownFields, default_filter: Labels.describe(DEFAULT_FILTER) })
  .partial()
  .catchall(z.unknown())
  .meta({ id: 'SavedWidgetSettings', description: 'The widget’s own keys, and any that you add.' })
export type SavedWidgetSettings = z.infer<typeof SavedWidgetSettings>

/** What an operator saves. */
export const WidgetSettings = z
  .object(ownFields)
  .partial()
  .catchall(z.unknown())
  .refine(
    (config) => countCodePoints(JSON.stringify(config)) <= MAX_WIDGET_CONFIG_CHARACTERS,
    `must have at most ${MAX_WIDGET_CONFIG_CHARACTERS} characters as JSON`,
  )
  .refine((config) => !UNSTORABLE.test(JSON.stringify(config)), 'has a character that is not text')
  .meta({
    id: 'WidgetSettings',
    description:
      'Settings of the widget, with any keys of your own. Every page that shows it can read them.',
  })
export type WidgetSettings = z.infer<typeof WidgetSettings>

/** Settings saved before their keys were typed may be invalid; those are not sent to pages. */
export function fittingSettings(config: Readonly<Record<string, unknown>>): SavedWidgetSettings {
  const parsed = SavedWidgetSettings.safeParse(config)
  if (parsed.success) return parsed.data
  const wrong = new Set(parsed.error.issues.map(({ path: [key] }) => key))
  return Object.fromEntries(Object.entries(config).filter(([key]) => !wrong.has(key)))
}
