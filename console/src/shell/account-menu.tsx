import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMe } from '../session/role.ts'
import { signOut } from '../session/session.ts'
import { t } from '../texts.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { useScope } from './knowledge-base.ts'
import { setTheme, THEMES, useTheme } from './theme.ts'

/** Who has signed in, and what concerns them alone. */
export function AccountMenu() {
  const theme = useTheme()
  const scope = useScope()
  const navigate = useNavigate()
  const { person } = useMe()
  const leave = useSignOut()
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex min-h-9 w-full items-center justify-between gap-2 rounded-[7px] px-2 py-1 text-start text-ink-2 hover:bg-sunken"
        >
          <span className="min-w-0">
            <span className="block truncate font-[550] text-ink">
              {person?.name ?? t.nav.adminToken}
            </span>
            {person && <span className="block truncate text-xs text-ink-3">{person.email}</span>}
          </span>
          <Icon name="down" size={16} />
        </button>
      }
      parts={[
        {
          text: t.nav.account,
          onSelect: () =>
            void navigate({ to: '/w/$workspaceId/kb/$knowledgeBaseId/account', params: scope }),
        },
        {
          label: t.nav.theme,
          value: theme,
          options: THEMES.map((one) => [one, t.nav.themes[one]]),
          onValue: (value) => setTheme(THEMES.find((one) => one === value) ?? theme),
        },
        { text: t.nav.signOut, onSelect: leave },
      ]}
    />
  )
}

/** What one person saw is not there for the next. */
export function useSignOut(): () => void {
  const queries = useQueryClient()
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => queries.clear(),
    onError: (error) => toast(error.message),
  })
  return () => leave.mutate()
}
