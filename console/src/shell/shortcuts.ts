import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useScope } from './knowledge-base.ts'
import { useNavGroups } from './nav-items.ts'

const OFF_KEY = 'footnote.shortcuts-off'
/** How long the second key of `g s` may take. */
const PAUSE_MS = 1_500

export const areShortcutsOn = (): boolean => localStorage.getItem(OFF_KEY) === null

/** Somebody who dictates would set them off by speaking. */
export function setShortcutsOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF_KEY)
  else localStorage.setItem(OFF_KEY, '1')
}

/** `g s` and the like go to a page, j and k through the rows of a table, ? lists them all. */
export function useShortcuts(onHelp: () => void): void {
  const scope = useScope()
  const navigate = useNavigate()
  const items = useNavGroups().flatMap(({ items: each }) => [...each])
  const latest = useRef({ items, scope, onHelp })
  latest.current = { items, scope, onHelp }
  useEffect(() => {
    let goUntil = 0
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping() || !areShortcutsOn()) return
      const { key } = event
      const isGoing = Date.now() < goUntil
      goUntil = 0
      const target = isGoing && latest.current.items.find((item) => item.key === key)
      if (target) void navigate({ to: target.to, params: latest.current.scope })
      else if (key === 'g') goUntil = Date.now() + PAUSE_MS
      else if (key === '?') latest.current.onHelp()
      else if (key === 'j') focusRow(1)
      else if (key === 'k') focusRow(-1)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate])
}

/** Also while a dialog or a menu is open, which have keys of their own. */
const isTyping = (): boolean =>
  Boolean(document.activeElement?.closest('input, textarea, select, dialog, [role="menu"]'))

/** The row's own link or button, so that Enter opens it. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main tbody tr')]
  const now = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[now === -1 ? (step === 1 ? 0 : rows.length - 1) : now + step]
  next?.querySelector<HTMLElement>('a, button')?.focus()
}
