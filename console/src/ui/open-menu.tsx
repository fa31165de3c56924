import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { Fragment, useContext } from 'react'
import type { MenuPart, MenuProps } from './menu.tsx'
import { PortalContainer } from './portal.ts'

/** Open when it appears. Not modal: a modal one locks scrolling by a style element, which the policy refuses. */
export const OpenMenu = ({ trigger, parts }: MenuProps) => (
  <DropdownMenu.Root modal={false} defaultOpen>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal container={useContext(PortalContainer)}>
      <DropdownMenu.Content
        align="start"
        sideOffset={4}
        className="z-40 max-h-[min(24rem,var(--radix-dropdown-menu-content-available-height))] w-56 overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-popover"
      >
        {parts.map((part, at) => (
          <Fragment key={'text' in part ? part.text : part.label}>
            {at > 0 && <DropdownMenu.Separator className="my-1 h-px bg-line" />}
            <Part part={part} />
          </Fragment>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

const ITEM =
  'flex min-h-8 cursor-pointer items-center justify-between gap-2 rounded-[7px] px-2 py-1 outline-none data-highlighted:bg-tint data-highlighted:text-accent'

const Part = ({ part }: { part: MenuPart }) =>
  'text' in part ? (
    <DropdownMenu.Item className={ITEM} onSelect={part.onSelect}>
      {part.text}
    </DropdownMenu.Item>
  ) : (
    <DropdownMenu.RadioGroup
      aria-label={part.label}
      value={part.value}
      onValueChange={part.onValue}
    >
      <DropdownMenu.Label className="px-2 pt-1.5 pb-0.5 text-xs text-ink-3">
        {part.label}
      </DropdownMenu.Label>
      {part.options.map(([value, text]) => (
        <DropdownMenu.RadioItem key={value} value={value} className={ITEM}>
          <span className="min-w-0 truncate" title={text}>
            {text}
          </span>
          <DropdownMenu.ItemIndicator aria-hidden="true">✓</DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
