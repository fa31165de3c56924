import { createContext } from 'react'

/** Opens the command palette; null where there is none. */
export const PaletteOpener = createContext<(() => void) | null>(null)
