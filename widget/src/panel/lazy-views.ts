import type { Signal } from '@preact/signals'
import { signal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import type { Context } from '../shared/context.ts'
import type { Store } from './store.ts'
import type { Turn } from './turn.ts'

type View<Props = object> = Signal<FunctionComponent<Props> | null>
type Loaded<Props> = { readonly View: FunctionComponent<Props>; readonly css: string }

/** Views that most readers never open, each with its styles in a file of its own. */
export const searchView: View = signal(null)
export const aiToolsView: View = signal(null)
export const resizerView: View = signal(null)
export const contactView: View<{ turn: Turn; close: () => void }> = signal(null)
export const commentView: View<{ turn: Turn; takesFocus: boolean }> = signal(null)

/** A page may remove the widget and draw it again: the views stay loaded, the styles are gone. */
const styled = new WeakMap<Context['sheets'], Set<unknown>>()

async function load<Props>(
  { sheets }: Context,
  view: View<Props>,
  from: () => Promise<Loaded<Props>>,
): Promise<void> {
  const views = styled.get(sheets) ?? new Set<unknown>()
  if (views.has(view)) return
  styled.set(sheets, views.add(view))
  const { View: loaded, css } = await from()
  sheets.add(css)
  view.value = loaded
}

export const loadSearch = (context: Context) =>
  load(context, searchView, () => import('./search.tsx'))
export const loadAiTools = (context: Context) =>
  load(context, aiToolsView, () => import('./ai-tools.tsx'))
export const loadResizer = (context: Context) =>
  load(context, resizerView, () => import('./resizer.tsx'))

const loadWithTexts = async <Props>(
  { context, more, loadMore }: Store,
  view: View<Props>,
  from: () => Promise<Loaded<Props>>,
): Promise<void> => {
  if (!more.value) await loadMore()
  await load(context, view, from)
}

export const loadComment = (store: Store) =>
  loadWithTexts(store, commentView, () => import('./comment.tsx'))
export const loadContact = (store: Store) =>
  loadWithTexts(store, contactView, () => import('./contact.tsx'))
