/**
 * Scrolls the list so that the item shows. `scrollIntoView` would do it too, but in Chromium the next
 * Tab then goes on from the item, past the link that skips the navigation.
 */
export function scrollToItem(item: Element | null | undefined): void {
  let list = item?.parentElement
  while (list && list.scrollHeight <= list.clientHeight) list = list.parentElement
  if (!item || !list || list === document.documentElement || list === document.body) return
  const shown = list.getBoundingClientRect()
  const { top, bottom } = item.getBoundingClientRect()
  if (bottom > shown.bottom) list.scrollTop += bottom - shown.bottom
  else if (top < shown.top) list.scrollTop -= shown.top - top
}
