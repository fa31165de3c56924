import type { SearchResult } from '@footnote/client'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { linkTo } from '../answer/links.ts'
import { isApple } from '../shared/is-apple.ts'
import { fill } from '../texts/texts.ts'
import { Attribution } from './foot.tsx'
import { IconButton } from './icon-button.tsx'
import { BareMark, Icon } from './icon.tsx'
import { PanelContext } from './panel-context.ts'
import { markWords } from './plain-text.ts'
import { searchedWords, getSnippet } from './snippet.ts'
import css from './search.css?inline'
import { createSearch } from './search-state.ts'

/** The search of the modal: passages as the reader types, and a row that asks. */
export { css, Search as View }

function Search() {
  const { store, asking, close } = useContext(PanelContext)
  const search = useMemo(() => createSearch(store), [store])
  const [selected, setSelected] = useState(0)
  const texts = store.texts.value
  const draft = store.draft.value
  const query = draft.trim()
  const { mode } = store.options.value
  const results = search.results.value
  const status = search.status.value
  const searchedFor = search.searchedFor.value
  const hasAskRow = mode !== 'search-only' && query !== ''
  const count = results.length + (hasAskRow ? 1 : 0)
  const chosen = Math.min(selected, Math.max(0, count - 1))
  useEffect(() => search.type(draft), [draft])
  const askNow = () => {
    if (query !== '' && mode !== 'search-only') asking.ask(query)
  }
  const openRow = (index: number) =>
    store.context.root.querySelector<HTMLElement>(`#footnote-row-${index}`)?.click()
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && count > 0) {
      event.preventDefault()
      setSelected((chosen + step + count) % count)
    }
    if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return
    event.preventDefault()
    if (event.metaKey || event.ctrlKey) askNow()
    else openRow(chosen)
  }
  const first = hasAskRow ? 1 : 0
  // Outside the modal the search stands in for an answer that could not be had.
  const leave = store.isModal.value ? close : () => (store.view.value = 'answer')
  return (
    <>
      <div class="search-field">
        <Icon name="search" />
        <input
          type="search"
          list={undefined}
          role="combobox"
          aria-expanded={count > 0}
          aria-controls="footnote-rows"
          aria-autocomplete="list"
          {...(count > 0 ? { 'aria-activedescendant': `footnote-row-${chosen}` } : {})}
          aria-label={texts.searchDocs}
          placeholder={mode === 'search-only' ? texts.searchDocs : texts.searchPlaceholder}
          autocomplete="off"
          spellcheck={false}
          {...(draft === '' ? {} : { dir: 'auto' })}
          value={draft}
          onInput={(event) => {
            setSelected(0)
            store.draft.value = event.currentTarget.value
          }}
          onKeyDown={onKeyDown}
        />
        {store.isSmall.value ? (
          <IconButton icon="close" label={texts.close} onClick={leave} />
        ) : (
          // Speech control finds a button by the word on it.
          <button type="button" class="key" aria-label={`Esc, ${texts.close}`} onClick={leave}>
            Esc
          </button>
        )}
      </div>
      <div class="rows-body" tabIndex={results.length > 0 ? 0 : -1}>
        <div id="footnote-rows" role="listbox" aria-label={texts.passages} class="rows">
          {hasAskRow && (
            <div
              id="footnote-row-0"
              role="option"
              aria-selected={chosen === 0}
              class="row"
              onClick={askNow}
            >
              <BareMark />
              <span>
                <b dir="auto">{fill(texts.askRow, query)}</b>
                <span class="hint">{texts.askRowHint}</span>
              </span>
              <span class="key" aria-hidden="true">
                ↵
              </span>
            </div>
          )}
          {results.length > 0 && (
            <div class="hint rows-label" role="presentation">
              {searchedFor ? fill(texts.resultsFor, searchedFor) : texts.passages}
            </div>
          )}
          {results.map((result, index) => (
            <Row
              key={result.chunk.id}
              id={index + first}
              isSelected={chosen === index + first}
              result={result}
              query={searchedFor ?? query}
            />
          ))}
        </div>
        {query === '' && <SearchStarters />}
        <p class="hint rows-note" role="status">
          {status === 'failed' && texts.searchFailed}
          {status === 'done' && results.length === 0 && texts.noPassages}
        </p>
      </div>
      <div class="search-foot">
        <span class="keys" aria-hidden="true">
          <span class="key">↑</span> <span class="key">↓</span> {texts.keyChoose}
          <span class="key">↵</span> {texts.keyOpen}
          {mode !== 'search-only' && (
            <>
              <span class="key">{isApple() ? '⌘ ↵' : 'Ctrl ↵'}</span> {texts.keyAsk}
            </>
          )}
        </span>
        <span class="space" />
        {status === 'done' && <span>{fill(texts.passageCount, results.length)}</span>}
        <Attribution />
      </div>
    </>
  )
}

function SearchStarters() {
  const { store, asking } = useContext(PanelContext)
  return (
    <div class="search-starters">
      {store.starters.value.map((question) => (
        <button
          key={question}
          type="button"
          class="starter"
          part="starter"
          dir="auto"
          onClick={() => asking.ask(question)}
        >
          {question}
        </button>
      ))}
    </div>
  )
}

type RowProps = { id: number; isSelected: boolean; result: SearchResult; query: string }

function Row({ id, isSelected, result, query }: RowProps) {
  const { store } = useContext(PanelContext)
  const { chunk, document: page } = result
  const words = searchedWords(query)
  const heading = chunk.heading_path.at(-1)
  const url = chunk.anchor ? `${page.url.split('#', 1)[0]}#${chunk.anchor}` : page.url
  return (
    <a
      id={`footnote-row-${id}`}
      role="option"
      aria-selected={isSelected}
      class="row"
      tabIndex={-1}
      {...linkTo(url)}
      onClick={() => store.context.emit('link', { kind: 'search' })}
    >
      <Icon name="page" />
      <span dir="auto">
        <b>{page.title}</b>
        {heading && heading !== page.title && <span class="quiet"> › {heading}</span>}
        <span class="hint snippet">
          {markWords(getSnippet(chunk.content, words), words).map(({ text, isMarked }, index) =>
            isMarked ? <mark key={index}>{text}</mark> : text,
          )}
        </span>
      </span>
    </a>
  )
}
