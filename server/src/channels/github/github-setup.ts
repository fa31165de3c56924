import type { ChannelIdentity } from '@footnote/contract/admin/channels/channels'
import type { ChannelSetup } from '../product.ts'

const MAX_APP_NAME_CHARACTERS = 34

/** What it may do, and what it is told. */
const APP = {
  issues: 'write',
  discussions: 'write',
  metadata: 'read',
  events: ['issues', 'issue_comment', 'discussion', 'discussion_comment'],
}

/** The form of a new app with everything filled in; once there is one, where it is installed. */
export function githubSetup(
  name: string,
  requestUrl: string,
  identity: ChannelIdentity | null,
): ChannelSetup {
  if (identity) return { manifest: null, setup_url: `${identity.url}/installations/new` }
  const { events, ...permissions } = APP
  const query = new URLSearchParams({
    name: Array.from(name).slice(0, MAX_APP_NAME_CHARACTERS).join(''),
    url: new URL(requestUrl).origin,
    webhook_active: 'true',
    webhook_url: requestUrl,
    public: 'false',
    ...permissions,
  })
  for (const event of events) query.append('events[]', event)
  return { manifest: null, setup_url: `https://github.com/settings/apps/new?${query.toString()}` }
}
