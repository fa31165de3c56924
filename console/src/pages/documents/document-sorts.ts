export const SORTS = [
  'title',
  '-title',
  'indexed_at',
  '-indexed_at',
  'passages',
  '-passages',
] as const
