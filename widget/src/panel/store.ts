import { computed, signal } from '@preact/signals'
import type { CaptchaAction, WidgetConfig } from '@footnote/client'
import type { Client } from '@footnote/client'
import { createClient } from '@footnote/client'
import type { Context } from '../shared/context.ts'
import type { Options } from '../shared/options.ts'
import { resolveLanguage } from '../shared/language.ts'
import { loadMoreTexts } from '../texts/more/load-more.ts'
import type { MoreTexts } from '../texts/more/more-texts.ts'
import type { Texts } from '../texts/texts.ts'
import type { Failure } from './failure.ts'
import { createKeeper } from './kept-turns.ts'
import type { Turn } from './turn.ts'
import { isBusy } from './turn.ts'

/** A phone, or a window as small as one: everything but `inline` takes the whole screen. */
const SMALL = '(max-width: 639px), (max-height: 479px)'

function firstView({ mode }: Options, kept: readonly Turn[]): 'search' | 'answer' {
  if (mode === 'search-only') return 'search'
  return mode === 'modal' && kept.length === 0 ? 'search' : 'answer'
}

export type Store = ReturnType<typeof createStore>

/** Everything the panel shows, as signals. */
export function createStore(context: Context, firstTexts: Texts) {
  const options = signal<Options>(context.options)
  const { baseUrl, knowledgeBaseId, clientKey } = context.options
  const mint = async (action: CaptchaAction): Promise<string | undefined> => {
    if (!config.value?.captcha_required) return undefined
    const { mintToken } = await import('./captcha.ts')
    return mintToken(options.value, config.value, action)
  }
  const client: Client = createClient({
    baseUrl,
    knowledgeBaseId,
    credential: { clientKey },
    captchaToken: mint,
    readerToken() {
      // As it was given: the loader stays small.
      const sign = options.value.filter['getReaderToken']
      return typeof sign === 'function' ? sign() : null
    },
  })
  const { widgetId = '', userId = '' } = context.options
  const keeper = createKeeper(
    `footnote:turns:${knowledgeBaseId}:${widgetId}${userId && `:${userId}`}`,
  )
  const kept = keeper.read()
  const turns = signal<readonly Turn[]>(kept)
  const config = signal<WidgetConfig | null>(context.saved ?? null)
  const small = matchMedia(SMALL)
  const isSmall = signal(small.matches)
  const onResize = () => (isSmall.value = small.matches)
  small.addEventListener('change', onResize)
  /** Texts in the reader's language, with the page's own words where it has some. */
  const ownTexts = signal(firstTexts)
  const texts = computed<Texts>(() => ({ ...ownTexts.value, ...options.value.texts }))

  /** Those of what most readers never open; null until it is opened. */
  const more = signal<MoreTexts | null>(null)
  const loadMore = async (): Promise<void> => {
    more.value = await loadMoreTexts(resolveLanguage(options.value.language))
  }

  return {
    context,
    client,
    options,
    texts,
    ownTexts,
    more,
    loadMore,
    /** Only views that were loaded with them read them. */
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    moreTexts: computed(() => ({ ...more.value, ...options.value.texts }) as MoreTexts),
    config,
    turns,
    isSmall,
    isOpen: signal(false),
    /** Turns of an earlier page, which the reader may want to be rid of. */
    isRestored: signal(kept.length > 0),
    draft: signal(''),
    /** Text of the page that the next question is about. */
    selection: signal<string | null>(null),
    starters: signal<readonly string[]>([]),
    /** They are about the page that the reader is on. */
    hasPageStarters: signal(false),
    /** The modal shows the search first, and the conversation once something is asked. */
    view: signal<'search' | 'answer'>(firstView(context.options, kept)),
    /** Read out by screen readers, at most three times an answer. */
    spoken: signal(''),
    menuIsOpen: signal(false),
    isAsking: computed(() => turns.value.some(isBusy)),
    blockedBy: computed<Failure | null>(() => {
      const failure = turns.value.at(-1)?.failure
      return failure?.kind === 'blocked' ? failure : null
    }),
    name: computed(() => options.value.productName ?? config.value?.knowledge_base_name ?? ''),
    /** Whether readers are offered to ask a person: the page may not want it. */
    hasContact: computed(() => {
      const wanted = options.value.filter['contact']
      return config.value?.contact_available === true && wanted !== false && wanted !== 'false'
    }),
    isModal: computed(() => options.value.mode === 'modal' || options.value.mode === 'search-only'),
    setTurns(next: readonly Turn[]) {
      turns.value = next
    },
    keep: () => keeper.write(turns.value),
    changeTurn(id: number, change: Partial<Turn>) {
      turns.value = turns.value.map((turn) => (turn.id === id ? { ...turn, ...change } : turn))
    },
    dispose() {
      small.removeEventListener('change', onResize)
      client.close()
    },
  }
}
