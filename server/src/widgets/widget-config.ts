import type { WidgetConfig } from '@footnote/contract/public/widget-config'
import type { RecaptchaSettings } from '../access/clients/ask-recaptcha.ts'
import type { Caller } from '../access/caller.ts'
import { canContact } from '../knowledge/can-contact.ts'
import type { Db } from '../platform/database/db.ts'
import type { Mail } from '../platform/mail.ts'
import { readAsTenant } from '../platform/database/tenant.ts'

export type WidgetConfigDeps = { db: Db; captcha: RecaptchaSettings | null; mail: Mail | null }

/** The service's own MCP server, as this client sees it. */
export type McpAvailability = {
  /** Whether it is served at the address that the client uses. */
  served: boolean
  /** Where readers sign in to it; null: the deployment has no sign-in. */
  signInUrl: string | null
}

/** What a client needs before it shows a widget. */
export async function widgetConfigFor(
  { db, captcha, mail }: WidgetConfigDeps,
  caller: Caller,
  own: McpAvailability,
): Promise<WidgetConfig> {
  const [settings, contact_available] = await readAsTenant(db, caller, async (tx) => [
    await tx
      .selectFrom('knowledge_bases')
      .innerJoin('workspaces', 'workspaces.id', 'knowledge_bases.workspace_id')
      .select(['knowledge_bases.name', 'plan', 'mcp_enabled', 'mcp_url', 'mcp_oauth'])
      .where('knowledge_bases.id', '=', caller.knowledgeBaseId)
      .executeTakeFirstOrThrow(),
    await canContact(tx, caller, mail !== null),
  ])
  return {
    knowledge_base_id: caller.knowledgeBaseId,
    knowledge_base_name: settings.name,
    captcha_required: caller.captcha.required,
    recaptcha_site_key: caller.captcha.required ? (captcha?.siteKey ?? '') : '',
    hide_branding_allowed: settings.plan === 'enterprise',
    contact_available,
    ...mcpFields(settings, { ...own, served: own.served && isForPrograms(caller) }),
  }
}

/** AI tools have no CAPTCHA token and no origin. */
const isForPrograms = ({ captcha, allowedOrigins }: Caller): boolean =>
  !captcha.required && allowedOrigins === null

type McpSettings = { mcp_enabled: boolean; mcp_url: string | null; mcp_oauth: boolean }

/**
 * Without a URL a client uses the service's own MCP server with its key. So that server must exist,
 * and the key must be usable by programs.
 */
function mcpFields(
  settings: McpSettings,
  own: McpAvailability,
): Pick<WidgetConfig, 'mcp_available' | 'mcp_url' | 'mcp_oauth'> {
  const { mcp_enabled, mcp_url, mcp_oauth } = settings
  if (!mcp_enabled) return { mcp_available: false }
  if (mcp_url === null) {
    if (!mcp_oauth || own.signInUrl === null) return { mcp_available: own.served }
    return { mcp_available: true, mcp_url: own.signInUrl, mcp_oauth }
  }
  return { mcp_available: true, mcp_url, ...(mcp_oauth ? { mcp_oauth } : {}) }
}
