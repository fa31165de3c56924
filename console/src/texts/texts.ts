import { en } from './en.ts'

/** Every text that the console shows. Another language is another object of this type. */
export type Texts = typeof en

export const t: Texts = en
