import { v7 } from 'uuid'

/** UUIDv7, so that rows created one after another are neighbours in every index. */
export const newId = (): string => v7()
