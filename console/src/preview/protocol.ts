/** What the console and the page under the preview send each other. */

/** Options of the widget, by the names that `Footnote.update` takes. */
export type PreviewOptions = Readonly<Record<string, unknown>>

export type ToPreview =
  | { readonly type: 'show'; readonly options: PreviewOptions; readonly theme: 'light' | 'dark' }
  | {
      readonly type: 'head'
      readonly id: number
      readonly status: number
      readonly contentType: string
    }
  | { readonly type: 'chunk'; readonly id: number; readonly text: string }
  | { readonly type: 'end'; readonly id: number }

export type FromPreview =
  | { readonly type: 'ready' }
  | {
      readonly type: 'fetch'
      readonly id: number
      readonly path: string
      readonly body: string | null
    }
  | { readonly type: 'abort'; readonly id: number }
