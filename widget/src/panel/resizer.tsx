import { useContext, useEffect, useState } from 'preact/hooks'
import css from './resizer.css?inline'
import { PanelContext } from './panel-context.ts'

const MIN_PX = 360
const MAX_PX = 640
const START_PX = 440
const STEP_PX = 20

export { css, Resizer as View }

/** The edge of the sidebar, to be dragged or moved by the arrow keys. */
function Resizer() {
  const { store } = useContext(PanelContext)
  const { style } = store.context.root
  // The width that the reader chose stays when the sidebar is closed and opened again.
  const [width, setWidth] = useState(
    () => Number.parseInt(style.getPropertyValue('--sidebar'), 10) || START_PX,
  )
  const { push, position } = store.options.value
  const clamp = (px: number) => Math.round(Math.min(MAX_PX, Math.max(MIN_PX, px)))
  useEffect(() => {
    style.setProperty('--sidebar', `${width}px`)
    const pushed = push === undefined ? null : document.querySelector<HTMLElement>(push)
    const side = position === 'bottom-left' ? 'marginLeft' : 'marginRight'
    const before = pushed?.style[side] ?? ''
    if (pushed) pushed.style[side] = `${width}px`
    return () => {
      if (pushed) pushed.style[side] = before
    }
  }, [width, push, position])
  const isLeft = position === 'bottom-left'
  return (
    <div
      class="resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={store.texts.value.resize}
      aria-valuemin={MIN_PX}
      aria-valuemax={MAX_PX}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        setWidth(clamp(isLeft ? event.clientX : innerWidth - event.clientX))
      }}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowLeft' ? 1 : event.key === 'ArrowRight' ? -1 : 0
        if (step !== 0) setWidth(clamp(width + step * STEP_PX * (isLeft ? -1 : 1)))
      }}
    />
  )
}
