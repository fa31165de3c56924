import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import { linkTo, webAddress } from '../answer/links.ts'
import { PanelContext } from './panel-context.ts'
import { markWords, splitWords } from './plain-text.ts'

const GAP_PX = 6
const EDGE_PX = 12

/** The sentence that ends at the marker. */
function statementBefore(chip: HTMLElement): string {
  const block = chip.closest('p, li, td, th, h4, blockquote')
  if (!block) return ''
  const range = document.createRange()
  range.setStart(block, 0)
  range.setEndBefore(chip)
  return (
    range
      .toString()
      .split(/(?<=[.!?。！？])\s+/)
      .findLast((sentence) => /\p{L}/u.test(sentence)) ?? ''
  )
}

/** What a marker points at: the passage, with the words that the statement has from it. */
export function Preview() {
  const { preview, store } = useContext(PanelContext)
  const ref = useRef<HTMLDivElement>(null)
  const shown = preview.shown.value
  useLayoutEffect(() => {
    const card = ref.current
    const panel = card?.parentElement
    if (!shown || !card || !panel) return
    const [chip, box] = [shown.chip.getBoundingClientRect(), panel.getBoundingClientRect()]
    const below = chip.bottom - box.top + GAP_PX
    const fits = below + card.offsetHeight < box.height - EDGE_PX
    const top = fits ? below : chip.top - box.top - card.offsetHeight - GAP_PX
    const left = chip.left - box.left - card.offsetWidth / 2
    const widest = box.width - card.offsetWidth - EDGE_PX
    card.style.setProperty('top', `${Math.max(EDGE_PX, top)}px`)
    card.style.setProperty('left', `${Math.max(EDGE_PX, Math.min(left, widest))}px`)
  })
  if (!shown) return null
  const { citation, chip } = shown
  const heading = citation.heading_path.at(-1)
  const address = webAddress(citation.url)
  const isElsewhere = address !== undefined && address.origin !== location.origin
  const parts = markWords(citation.excerpt, splitWords(statementBefore(chip), 4))
  return (
    <div
      class="preview"
      part="preview"
      ref={ref}
      onPointerEnter={() => preview.stay()}
      onPointerLeave={() => preview.hideSoon()}
    >
      <div dir="auto">
        <b>{citation.title}</b>
        {heading && heading !== citation.title && <span class="hint"> › {heading}</span>}
      </div>
      <div class="excerpt" dir="auto">
        “
        {parts.map(({ text, isMarked }, index) =>
          isMarked ? <mark key={index}>{text}</mark> : text,
        )}
        ”
      </div>
      {address && (
        <a
          class="hint address"
          tabIndex={-1}
          {...linkTo(citation.url)}
          onClick={() => store.context.emit('link', { kind: 'preview' })}
        >
          <bdi dir="ltr">
            {address.host}
            {address.pathname === '/' ? '' : address.pathname}
            {address.hash}
          </bdi>
          {isElsewhere && ' ↗'}
        </a>
      )}
    </div>
  )
}
