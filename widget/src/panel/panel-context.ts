import { createContext } from 'preact'
import type { Asking } from './asking.ts'
import type { PreviewState } from './preview-state.ts'
import type { Store } from './store.ts'

export type PanelValue = {
  readonly store: Store
  readonly asking: Asking
  readonly preview: PreviewState
  readonly close: () => void
}

// The default is never read: the shell provides the value around everything.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const PanelContext = createContext<PanelValue>({} as PanelValue)
