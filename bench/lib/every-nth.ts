/** `count` items, evenly spread over the list; all of them when there are no more. */
export function everyNth<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items]
  return items.filter(
    (_, index) =>
      Math.floor((index * count) / items.length) !==
      Math.floor(((index - 1) * count) / items.length),
  )
}
