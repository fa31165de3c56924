import { v7 } from 'uuid'

/** UUIDv7: rows created one after another lie side by side in every index. */
export const newId = (): string => v7()
