import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import type { ReactNode } from 'react'
import { useContext } from 'react'
import { PortalContainer } from './portal.ts'

/** Not modal: a modal one locks scrolling by a style element, which the policy refuses. */
export const Menu = ({ trigger, children }: { trigger: ReactNode; children: ReactNode }) => (
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal container={useContext(PortalContainer)}>
      <DropdownMenu.Content
        align="start"
        sideOffset={4}
        className="z-40 max-h-[min(24rem,var(--radix-dropdown-menu-content-available-height))] w-56 overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-popover"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

const ITEM =
  'flex min-h-8 cursor-pointer items-center justify-between gap-2 rounded-[7px] px-2 py-1 outline-none data-highlighted:bg-tint data-highlighted:text-accent'

export const MenuItem = ({ onSelect, children }: { onSelect: () => void; children: ReactNode }) => (
  <DropdownMenu.Item className={ITEM} onSelect={onSelect}>
    {children}
  </DropdownMenu.Item>
)

export const MenuChoice = <Value extends string>({
  label,
  value,
  options,
  onValue,
}: {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onValue: (value: Value) => void
}) => (
  <DropdownMenu.RadioGroup
    aria-label={label}
    value={value}
    onValueChange={(next) => {
      const chosen = options.find(([one]) => one === next)
      if (chosen) onValue(chosen[0])
    }}
  >
    <DropdownMenu.Label className="px-2 pt-1.5 pb-0.5 text-xs text-ink-3">
      {label}
    </DropdownMenu.Label>
    {options.map(([one, text]) => (
      <DropdownMenu.RadioItem key={one} value={one} className={ITEM}>
        <span className="min-w-0 truncate">{text}</span>
        <DropdownMenu.ItemIndicator aria-hidden="true">✓</DropdownMenu.ItemIndicator>
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
)

export const MenuLine = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />
