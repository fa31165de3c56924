import { z } from 'zod'
import { SavedWidgetSettings } from '../widget-settings.ts'

export const WidgetConfig = z
  .object({
    knowledge_base_id: z.string().describe('Knowledge base that the key belongs to.'),
    knowledge_base_name: z
      .string()
      .describe('Shown in the widget header when `data-product-name` is not set.'),
    captcha_required: z
      .boolean()
      .describe(
        'Whether this key must send a reCAPTCHA v3 token on chat, search, feedback, form-deflect and contact. Always false for a secret pair.',
      ),
    recaptcha_site_key: z
      .string()
      .describe('For requesting reCAPTCHA v3 tokens. Empty if CAPTCHA is off.'),
    hide_branding_allowed: z
      .boolean()
      .describe('When false, the attribution line stays even if `data-hide-branding` is set.'),
    contact_available: z.boolean().describe('Whether readers can ask a person, by `contact`.'),
    mcp_available: z
      .boolean()
      .describe('Whether readers can connect AI tools through the MCP server.'),
    mcp_url: z
      .string()
      .optional()
      .describe('MCP server address to show. When absent, use {base_url}/mcp with the client key.'),
    mcp_oauth: z
      .literal(true)
      .optional()
      .describe('Readers sign in at `mcp_url` themselves. Absent when false.'),
  })
  .meta({ id: 'WidgetConfig' })
export type WidgetConfig = z.infer<typeof WidgetConfig>

export const SavedWidgetConfig = WidgetConfig.extend({
  id: z.string().describe('The widget asked for.'),
  enabled: z.boolean().describe('Always true: a disabled widget is refused.'),
  config: SavedWidgetSettings,
}).meta({ id: 'SavedWidgetConfig' })
export type SavedWidgetConfig = z.infer<typeof SavedWidgetConfig>
