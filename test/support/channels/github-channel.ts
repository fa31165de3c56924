import type { Channel, ChannelInput } from '@footnote/client/admin'
import type { FakeGitHubApp } from '../../fakes/github-app/github-app.ts'
import type { Service } from '../service.ts'

/** A channel of GitHub, connected as an operator connects it. */
export async function connectGitHub(
  { admin }: Pick<Service, 'admin'>,
  knowledgeBaseId: string,
  github: FakeGitHubApp,
  input: Partial<ChannelInput> = {},
): Promise<Channel> {
  const name = `GitHub ${github.app.id}`
  const { id } = await admin.channels.create(knowledgeBaseId, { kind: 'github', name, ...input })
  return admin.channels.connect(knowledgeBaseId, id, {
    kind: 'github',
    app_id: String(github.app.id),
    private_key: github.app.privateKey,
    api_url: github.apiUrl,
  })
}
