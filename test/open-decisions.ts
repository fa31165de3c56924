import type { RequirementId } from './requirements.ts'

/** The decisions among the open requirements. */
export const openDecisions: readonly RequirementId[] = [
  'd8.allowed-groups.bind-mcp',
  'd23.mcp.streamable-http',
  'd23.mcp.stateless',
  'd23.mcp.client-key-header',
  'd23.mcp.bearer',
  'd23.mcp.tools',
  'd23.mcp.tools-read-only',
  'd23.mcp.tool-ask',
  'd23.mcp.tool-search',
  'd23.mcp.tool-related',
  'd23.mcp.oauth-metadata',
  'd23.mcp.oauth-sign-in',
]
