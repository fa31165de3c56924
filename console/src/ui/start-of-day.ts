/** When a day begins where the person is, or one that many days later, as the API takes it. */
export function startOfDay(day: string, daysLater = 0): string {
  const start = new Date(`${day}T00:00`)
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}
