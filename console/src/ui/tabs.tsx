import * as RadixTabs from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'

type Tab = { id: string; text: string; content: ReactNode }

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <RadixTabs.Root defaultValue={tabs[0]?.id ?? ''}>
      <RadixTabs.List
        aria-label={label}
        className="flex flex-wrap gap-x-5 border-b border-line px-4 sm:px-[18px]"
      >
        {tabs.map(({ id, text }) => (
          <RadixTabs.Trigger
            key={id}
            value={id}
            className="-mb-px min-h-10 border-b-2 border-transparent text-ink-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink"
          >
            {text}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map(({ id, content }) => (
        <RadixTabs.Content key={id} value={id}>
          {content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
