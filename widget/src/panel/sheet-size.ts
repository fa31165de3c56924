import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/**
 * Keeps the sheet on the part of the screen that the keyboard leaves. Differences of `innerHeight`
 * say nothing: newer iOS shrinks both.
 */
export function useSheetSize(ref: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const { visualViewport: viewport } = window
    const element = ref.current
    if (!isOn || !viewport || !element) return undefined
    let frame: number | undefined
    const place = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined
        element.style.setProperty('top', `${viewport.offsetTop}px`)
        element.style.setProperty('height', `${viewport.height}px`)
      })
    }
    place()
    viewport.addEventListener('resize', place)
    viewport.addEventListener('scroll', place)
    return () => {
      viewport.removeEventListener('resize', place)
      viewport.removeEventListener('scroll', place)
      if (frame !== undefined) cancelAnimationFrame(frame)
      element.style.removeProperty('top')
      element.style.removeProperty('height')
    }
  }, [isOn])
}
