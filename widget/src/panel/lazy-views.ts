import type { Signal } from '@preact/signals'
import { signal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import type { Context } from '../shared/context.ts'

type View = Signal<FunctionComponent | null>
type Loaded = { readonly View: FunctionComponent; readonly css: string }

/** Views that most readers never open, each with its styles in a file of its own. */
export const searchView: View = signal(null)
export const aiToolsView: View = signal(null)
export const resizerView: View = signal(null)

/** A page may remove the widget and draw it again: the views stay loaded, the styles are gone. */
const styled = new WeakMap<Context['sheets'], Set<View>>()

async function load({ sheets }: Context, view: View, from: () => Promise<Loaded>): Promise<void> {
  const views = styled.get(sheets) ?? new Set()
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
