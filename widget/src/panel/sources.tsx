import type { Citation } from '@footnote/client'
import { useContext } from 'preact/hooks'
import { linkTo, webAddress } from '../answer/links.ts'
import { sourcesByPage } from '../answer/merge-sources.ts'
import { pageFilter } from '../shared/page-filter.ts'
import { shownVersions } from '../shared/shown-versions.ts'
import { PanelContext } from './panel-context.ts'

/** The footnotes of the page: what the answer cites, below a rule. Further sections of a page go by their own name. */
export function Sources({ citations }: { citations: readonly Citation[] }) {
  const { store } = useContext(PanelContext)
  const { filter } = store.options.value
  const findVersion = shownVersions(citations, pageFilter(filter, location.pathname).default_filter)
  return (
    <div class="sources" role="group" aria-label={store.texts.value.sources} part="sources">
      <hr class="rule" />
      <ol class="notes">
        {sourcesByPage(citations).map(({ indexes, citation, isOfPageAbove }) => {
          const { title, url, heading_path } = citation
          const section = heading_path.at(-1)
          const name = (isOfPageAbove && section) || title
          const place = [findVersion(citation), section, webAddress(url)?.host].filter(
            (part) => part && part !== title,
          )
          return (
            <li key={indexes[0]} part="source">
              <span class="number" aria-hidden="true">
                <bdi>{indexes.join(', ')}</bdi>
              </span>
              <span class="note">
                <a
                  class="link"
                  dir="auto"
                  {...linkTo(url)}
                  onClick={() => store.context.emit('link', { kind: 'source' })}
                >
                  {name}
                </a>
                {!isOfPageAbove && (
                  <span class="hint">
                    <bdi>{place.join(' · ')}</bdi>
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** Below an answer that cites nothing: pages that may help all the same, and a way to people. */
export function NearMisses({ related }: { related: readonly { url: string; title: string }[] }) {
  const { store } = useContext(PanelContext)
  const { supportUrl } = store.options.value
  const texts = store.texts.value
  if (related.length === 0 && !supportUrl) return null
  return (
    <div class="sources" role="group" aria-label={texts.pagesClose}>
      <hr class="rule" />
      {related.length > 0 && (
        <>
          <p class="hint label">{texts.pagesClose}</p>
          <ul class="notes">
            {related.map(({ url, title }) => (
              <li key={url}>
                <span class="number arrow" aria-hidden="true" />
                <a
                  class="link"
                  dir="auto"
                  {...linkTo(url)}
                  onClick={() => store.context.emit('link', { kind: 'related' })}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {supportUrl && (
        <a class="button" {...linkTo(supportUrl)}>
          {texts.contactSupport}
        </a>
      )}
    </div>
  )
}
