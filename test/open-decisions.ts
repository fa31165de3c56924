import type { RequirementId } from './requirements.ts'

/** The decisions among the open requirements. */
export const openDecisions: readonly RequirementId[] = [
  'd8.allowed-groups.bind-form-deflect',
  'd8.allowed-groups.bind-mcp',
  'd13.source.names-the-channel',
  'd22.form-deflect.request',
  'd22.form-deflect.response',
  'd22.form-deflect.answered',
  'd22.form-deflect.outcome-deflected',
  'd22.form-deflect.outcome-submitted',
  'd22.form-deflect.outcome-other-refused',
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
