import { isApple } from '../shared/is-apple.ts'

/** Whether the event is the combination, such as `mod+k`: ⌘ on Apple's systems, Ctrl elsewhere. */
export function isHotkey(event: KeyboardEvent, combination: string): boolean {
  if (combination === 'none' || event.isComposing) return false
  const keys = combination.toLowerCase().split('+')
  const key = keys.pop()
  const has = (name: string) => keys.includes(name)
  const apple = has('mod') && isApple()
  return (
    event.key.toLowerCase() === key &&
    event.ctrlKey === (has('ctrl') || (has('mod') && !apple)) &&
    event.metaKey === (has('meta') || apple) &&
    event.altKey === has('alt') &&
    event.shiftKey === has('shift')
  )
}
