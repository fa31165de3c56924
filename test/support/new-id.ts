/** An id as clients choose them: a UUID of version 7. */
export { newId } from '../../server/src/platform/new-id.ts'
