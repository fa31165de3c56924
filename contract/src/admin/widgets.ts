import { z } from 'zod'
import { Id } from '../id.ts'
import {
  MAX_ALLOWED_ORIGINS,
  MAX_NAME_CHARACTERS,
  MAX_VOICE_CHARACTERS,
  MAX_WIDGET_CONFIG_CHARACTERS,
} from '../limits.ts'
import { countCodePoints, limitedText, nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

/** What a browser sends as `Origin`: scheme, host and port, nothing after. */
function isOriginPattern(text: string): boolean {
  const concrete = text.replace(/^(https?:\/\/)\*\./, '$1wildcard.')
  return (
    /^https?:\/\//.test(text) &&
    !concrete.includes('*') &&
    URL.canParse(concrete) &&
    new URL(concrete).origin === concrete
  )
}

export const AllowedOrigin = limitedText(300)
  .refine(
    isOriginPattern,
    'must be an origin such as https://docs.example.com or https://*.example.com',
  )
  .describe('Scheme, host and port of a page. One leading `*.` label stands for subdomains.')

/** JSON escapes NUL and half a surrogate pair, and nothing else, so that PostgreSQL's jsonb refuses. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i

export const WidgetSettings = z
  .record(z.string(), z.json())
  .refine(
    (config) => countCodePoints(JSON.stringify(config)) <= MAX_WIDGET_CONFIG_CHARACTERS,
    `must have at most ${MAX_WIDGET_CONFIG_CHARACTERS} characters as JSON`,
  )
  .refine((config) => !UNSTORABLE.test(JSON.stringify(config)), 'has a character that is not text')
  .meta({ description: 'Settings of the widget. Every page that shows it can read them.' })
export type WidgetSettings = z.infer<typeof WidgetSettings>

const fields = {
  name: nonBlankText(MAX_NAME_CHARACTERS),
  enabled: z.boolean(),
  allowed_origins: z.array(AllowedOrigin).max(MAX_ALLOWED_ORIGINS),
  voice: limitedText(MAX_VOICE_CHARACTERS).describe('How its answers should sound.'),
  config: WidgetSettings,
}

export const WidgetBody = z
  .strictObject({
    name: fields.name,
    enabled: fields.enabled.default(true),
    allowed_origins: fields.allowed_origins.default([]),
    voice: fields.voice.default(''),
    config: fields.config.default({}),
  })
  .meta({ id: 'WidgetBody' })
export type WidgetBody = z.infer<typeof WidgetBody>

export const WidgetPatch = z
  .strictObject(fields)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'WidgetPatch', minProperties: 1, description: 'At least one field.' })
export type WidgetPatch = z.infer<typeof WidgetPatch>

export const Widget = z
  .object({
    id: Id,
    name: z.string(),
    enabled: z.boolean(),
    allowed_origins: z.array(z.string()).describe('Empty: no page may use it.'),
    voice: z.string(),
    config: z.record(z.string(), z.unknown()),
    created_at: Timestamp,
  })
  .meta({ id: 'Widget' })
export type Widget = z.infer<typeof Widget>

export const WidgetList = z.object({ widgets: z.array(Widget) }).meta({ id: 'WidgetList' })
export type WidgetList = z.infer<typeof WidgetList>
