import type { SavedWidgetConfig } from '@footnote/client'
import type { Options } from './options.ts'

/** What the loader hands to the panel and to the form. */
export type Context = {
  readonly options: Options
  /** The element that holds everything drawn. */
  readonly root: HTMLElement
  readonly sheets: { add(css: string): void }
  /** The saved widget's configuration, when the loader has it. */
  readonly saved: SavedWidgetConfig | undefined
  /** Tells the page. `detail` has counts, codes and times, never text. */
  emit(name: EventName, detail?: Readonly<Record<string, string | number | boolean>>): void
  /** The panel says that it opened or closed. */
  onToggle(isOpen: boolean): void
}

export type EventName = 'open' | 'close' | 'ask' | 'answer' | 'rate' | 'link' | 'error'

export type PanelHandle = {
  /** Text that is selected on the page is what the next question is about. */
  open(): void
  close(): void
  isOpen(): boolean
  /** Fills the composer, and sends it when told to. */
  ask(question: string, send: boolean): void
  update(options: Options): void
  destroy(): void
}

export type PanelModule = {
  mountPanel(context: Context): Promise<PanelHandle>
  /** Offers an answer before a form of the page is sent. Resolves with how to stop. */
  watchForms(context: Context): Promise<() => void>
}
