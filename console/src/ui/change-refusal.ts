import { createContext } from 'react'

type Refusal = {
  /** A few words, on the button. */
  reason: string
  /** The same, said once for the page. */
  sentence: string
}

/** Why what is inside may not be changed by whoever looks at it; null: it may. */
export const ChangeRefusal = createContext<Refusal | null>(null)
