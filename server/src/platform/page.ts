/** One page of a listing in the order of ids. */
export type Page = {
  limit: number
  /** The last id of the previous page; undefined for the first page. */
  after: string | undefined
}
