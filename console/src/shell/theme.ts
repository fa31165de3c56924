import { useSyncExternalStore } from 'react'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'footnote.theme'
const listeners = new Set<() => void>()

function readTheme(): Theme {
  const kept = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === kept) ?? 'auto'
}

/** `auto` leaves it to the system, which the style sheet follows by itself. */
export function applyTheme(theme = readTheme()): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  applyTheme(theme)
  for (const listener of listeners) listener()
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readTheme)
