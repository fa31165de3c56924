import { useContext } from 'preact/hooks'
import { fill } from '../texts/texts.ts'
import { PanelContext } from '../panel/panel-context.ts'
import { linkTo } from './links.ts'
import type { Scene } from './scene.ts'

const HOVER_MS = 250

/** The footnote's mark. Outlined until the service has checked what it points at. */
export function Chip({ index, scene }: { index: number; scene: Scene }) {
  const { preview, store } = useContext(PanelContext)
  const citation = scene.citations.find((each) => each.index === index)
  if (!citation) return null
  const number = scene.numbers.get(index) ?? index
  const title = [citation.title, citation.heading_path.at(-1)].filter(Boolean).join(', ')
  const label = fill(store.texts.value.sourceLabel, number, title)
  const isShown = preview.shown.value?.chip.dataset['key'] === `${index}`
  const show = (event: { currentTarget: HTMLElement }, delayMs = 0) =>
    preview.show({ citation, chip: event.currentTarget }, delayMs)
  return (
    <a
      class={`chip${scene.isSettled ? '' : ' open'}${isShown ? ' on' : ''}`}
      part="marker"
      data-key={`${index}`}
      aria-label={label}
      {...linkTo(citation.url)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(event, HOVER_MS)}
      onPointerLeave={() => preview.hideSoon()}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && show(event)}
      onBlur={() => preview.hideSoon()}
      onClick={(event) => {
        const isFirstTap = matchMedia('(hover: none)').matches && !isShown
        if (!isFirstTap) return scene.onLink(citation.url)
        event.preventDefault()
        show(event)
      }}
    >
      <bdi>{number}</bdi>
    </a>
  )
}
