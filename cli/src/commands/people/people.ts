import type { Invitation, Member, MemberChange } from '@footnote/client/admin'
import type { Command } from 'commander'
import { Option } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin, serverUrl } from '../../admin-options.ts'
import { Failure, USAGE_EXIT_CODE } from '../../failure.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'

type RoleName = Member['role']
type Options = AdminOptions & JsonOption & { workspace: string }

export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const satisfies readonly RoleName[]

const EXAMPLES = `
Examples:
  footnote people list --workspace 0199c1f1-…
  footnote people invite grace@example.com --role editor --workspace 0199c1f1-…
  footnote people role grace@example.com admin --workspace 0199c1f1-…
  footnote people remove grace@example.com --workspace 0199c1f1-…`

export function addPeopleCommand(program: Command, settings: Settings): void {
  const people = program
    .command('people')
    .description('who may work in a workspace, and what they may do')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(people.command(usage).description(description))
      .requiredOption('--workspace <id>', 'the workspace')
      .option(...JSON_FLAG)
  command('list', 'list members and open invitations').action(async (options: Options) => {
    const admin = connectAsAdmin(options, settings)
    const { members } = await admin.members.list(options.workspace)
    const { invitations } = await admin.invitations.list(options.workspace)
    if (options.json) printJson({ members, invitations })
    else console.log(renderTable([HEADINGS, ...members.map(toRow), ...invitations.map(toOpenRow)]))
  })
  command('invite <email>', 'invite somebody; prints the link')
    .addOption(new Option('--role <role>').choices(ROLES).default('viewer'))
    .action(async (email: string, options: Options & { role: RoleName }) => {
      const admin = connectAsAdmin(options, settings)
      const { role, workspace } = options
      const { token, ...invitation } = await admin.invitations.create(workspace, { email, role })
      const link = `${serverUrl(options, settings)}/console/invitation#${token}`
      printRecord({ ...invitation, link }, options)
    })
  command('role <email> <role>', 'change what a member may do').action(
    async (email: string, role: string, options: Options) => {
      const admin = connectAsAdmin(options, settings)
      const { id } = await findMember(admin, options.workspace, email)
      printRecord(await admin.members.change(options.workspace, id, toChange(role)), options)
    },
  )
  command('remove <email>', 'take a member out of the workspace').action(
    async (email: string, options: Options) => {
      const admin = connectAsAdmin(options, settings)
      const { id } = await findMember(admin, options.workspace, email)
      await admin.members.remove(options.workspace, id)
      console.log(`${email} is not a member any more.`)
    },
  )
}

function toChange(text: string): MemberChange {
  const role = ROLES.find((each) => each === text)
  if (role) return { role }
  throw new Failure(`"${text}" is not a role. Roles: ${ROLES.join(', ')}.`, USAGE_EXIT_CODE)
}

async function findMember(
  admin: ReturnType<typeof connectAsAdmin>,
  workspaceId: string,
  email: string,
): Promise<Member> {
  const { members } = await admin.members.list(workspaceId)
  const found = members.find((member) => member.email === email.toLowerCase())
  if (found) return found
  throw new Failure(`${email} is not a member of this workspace.`)
}

const HEADINGS = ['ID', 'STATE', 'ROLE', 'LAST SEEN', 'EMAIL', 'NAME']

const toRow = ({ id, role, last_seen_at, email, name }: Member): string[] => [
  id,
  'member',
  role,
  last_seen_at ?? '-',
  plain(email),
  plain(name),
]

const toOpenRow = ({ id, role, email }: Invitation): string[] => [
  id,
  'invited',
  role,
  '-',
  plain(email),
  '-',
]
