type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Drops fields that are undefined: what a patch did not name stays as it is. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  // The filter is what makes it true.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(entries) as Defined<Fields>
}
