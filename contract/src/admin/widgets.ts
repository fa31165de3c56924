import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_ALLOWED_ORIGINS, MAX_NAME_CHARACTERS, MAX_VOICE_CHARACTERS } from '../limits.ts'
import { limitedText, nonBlankText } from '../text.ts'
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

const fields = {
  name: nonBlankText(MAX_NAME_CHARACTERS),
  enabled: z.boolean(),
  allowed_origins: z.array(AllowedOrigin).max(MAX_ALLOWED_ORIGINS),
  voice: limitedText(MAX_VOICE_CHARACTERS).describe('How its answers should sound.'),
}

export const WidgetBody = z
  .strictObject({
    name: fields.name,
    enabled: fields.enabled.default(true),
    allowed_origins: fields.allowed_origins.default([]),
    voice: fields.voice.default(''),
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
    created_at: Timestamp,
  })
  .meta({ id: 'Widget' })
export type Widget = z.infer<typeof Widget>

export const WidgetList = z.object({ widgets: z.array(Widget) }).meta({ id: 'WidgetList' })
export type WidgetList = z.infer<typeof WidgetList>
