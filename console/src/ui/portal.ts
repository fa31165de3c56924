import { createContext } from 'react'

/** Where menus are drawn: inside an open modal dialog, since nothing outside it can be reached. */
export const PortalContainer = createContext<HTMLElement | null>(null)
