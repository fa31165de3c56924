import type { ButtonHTMLAttributes, KeyboardEvent, ReactElement } from 'react'
import { cloneElement, lazy, Suspense, useState } from 'react'

/** One thing to do, or one of several values to choose. */
export type MenuPart =
  | { text: string; onSelect: () => void }
  | {
      label: string
      value: string
      options: readonly (readonly [value: string, text: string])[]
      onValue: (value: string) => void
    }

export type MenuTrigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
export type MenuProps = { trigger: MenuTrigger; parts: readonly MenuPart[] }

const load = () => import('./open-menu.tsx')
const OpenMenu = lazy(() => load().then((file) => ({ default: file.OpenMenu })))

/** A button with a menu. What draws the menu loads when somebody is about to open one. */
export function Menu({ trigger, parts }: MenuProps) {
  const [isWanted, setIsWanted] = useState(false)
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setIsWanted(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') setIsWanted(true)
    },
  })
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} parts={parts} />
    </Suspense>
  )
}
