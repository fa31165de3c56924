import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_ALLOWED_ORIGINS, MAX_NAME_CHARACTERS, MAX_VOICE_CHARACTERS } from '../limits.ts'
import { AllowedOrigin } from '../origin.ts'
import { limitedText, nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { WidgetSettings } from '../widget-settings.ts'
import { followDone, nextCursor } from './listing.ts'

const fields = {
  name: nonBlankText(MAX_NAME_CHARACTERS).describe('Only for you; readers do not see it.'),
  enabled: z.boolean().describe('false: every request that names the widget is refused.'),
  allowed_origins: z
    .array(AllowedOrigin)
    .max(MAX_ALLOWED_ORIGINS)
    .describe('Pages that may use it. Empty: none.'),
  voice: limitedText(MAX_VOICE_CHARACTERS).describe('The voice of its answers.'),
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
    id: Id.describe('Send it as `widget_id`.'),
    name: z.string().describe('Only for you; readers do not see it.'),
    enabled: z.boolean().describe('false: every request that names the widget is refused.'),
    allowed_origins: z.array(z.string()).describe('Empty: no page may use it.'),
    voice: z.string().describe('The voice of its answers.'),
    config: z
      .record(z.string(), z.unknown())
      .describe('Settings of the widget. Every page that shows it can read them.'),
    created_at: Timestamp.describe('When it was saved.'),
  })
  .meta({ id: 'Widget' })
export type Widget = z.infer<typeof Widget>

export const WidgetList = z
  .object({ widgets: z.array(Widget).describe('Oldest first.'), next_cursor: nextCursor })
  .meta({ id: 'WidgetList' })
export type WidgetList = z.infer<typeof WidgetList>

export const WidgetOrigin = z
  .object({
    origin: z.string().describe('Scheme, host and port of the page, as its browser sent them.'),
    last_seen_at: Timestamp.describe('When a page there last loaded the widget or was refused.'),
    loads: z.int().describe('How often a page there loaded the widget.'),
    refused: z.int().describe('How often it was refused, since the origin is not allowed.'),
  })
  .meta({ id: 'WidgetOrigin' })
export type WidgetOrigin = z.infer<typeof WidgetOrigin>

export const WidgetOriginList = z
  .object({ origins: z.array(WidgetOrigin).describe('The one seen last first.') })
  .meta({ id: 'WidgetOriginList' })
export type WidgetOriginList = z.infer<typeof WidgetOriginList>

export const WidgetOriginsEvent = z
  .object({ ...WidgetOriginList.shape, done: followDone })
  .meta({ id: 'WidgetOriginsEvent', description: 'Where a widget was seen, now.' })
export type WidgetOriginsEvent = z.infer<typeof WidgetOriginsEvent>
