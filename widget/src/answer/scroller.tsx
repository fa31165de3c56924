import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Scrolls sideways, and can be reached by the keyboard exactly when there is something to scroll. */
export function Scroller({ children, ...rest }: { children: ComponentChildren; class: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  })
  return (
    <div ref={ref} {...rest}>
      {children}
    </div>
  )
}
