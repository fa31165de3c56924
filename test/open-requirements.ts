import type { RequirementId } from './requirements.ts'

/**
 * Requirements that no passing test proves yet. The list only shrinks: check-requirements fails when
 * one of them is proven and when an old requirement is put back.
 */
export const openRequirements: readonly RequirementId[] = [
  'captcha.client.fresh-token-each-request',
  'client.refusal.shows-error-message',
  'client.rating.hidden-without-message-id',
  'client.starter-questions.empty-shows-nothing',
  'client.header.knowledge-base-name',
  'client.header.product-name',
  'client.branding.stays-when-not-allowed',
  'client.branding.hidden-when-allowed',
  'client.mcp-menu.follows-mcp-available',
  'client.mcp-menu.default-address',
  'client.mcp-menu.no-key-with-oauth',
]
