export type Floor = { readonly floor: number; readonly measured: number }

/** A line for each figure below its floor. One that is missing, or no number, is below. */
export function belowFloors(
  floors: Readonly<Record<string, Floor>>,
  figures: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(floors).flatMap(([name, { floor, measured }]) => {
    const figure = figures[name]
    if (typeof figure === 'number' && figure >= floor) return []
    const said = typeof figure === 'number' ? figure.toFixed(3) : 'missing'
    return [`${name} is ${said}, below its floor of ${floor} (it was ${measured})`]
  })
}
