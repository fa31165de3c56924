import { useQueryClient } from '@tanstack/react-query'
import { signOut } from '../session/session.ts'
import { t } from '../texts/texts.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/menu.tsx'
import { setTheme, THEMES, useTheme } from './theme.ts'

export function AccountMenu() {
  const theme = useTheme()
  const queries = useQueryClient()
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex min-h-8 w-full items-center justify-between rounded-[7px] px-2 text-ink-2 hover:bg-sunken"
        >
          {t.nav.account}
          <Icon name="down" size={16} />
        </button>
      }
    >
      <MenuChoice
        label={t.nav.theme}
        value={theme}
        options={THEMES.map((one) => [one, t.nav.themes[one]] as const)}
        onValue={setTheme}
      />
      <MenuLine />
      <MenuItem
        onSelect={() => {
          signOut()
          // What one person saw is not there for the next.
          queries.clear()
        }}
      >
        {t.nav.signOut}
      </MenuItem>
    </Menu>
  )
}
