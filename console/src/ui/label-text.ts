type Labels = Readonly<Record<string, readonly string[]>>

/** `version 2, 3 · product cli` */
export const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, values]) => `${name} ${values.join(', ')}`)
    .join(' · ')

/** A line for each value, as they are typed: `version=2`. */
export const toLabelLines = (labels: Labels): string =>
  Object.entries(labels)
    .flatMap(([name, values]) => values.map((value) => `${name}=${value}`))
    .join('\n')

export function fromLabelLines(text: string): Record<string, string[]> {
  const labels: Record<string, string[]> = {}
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [name = '', ...value] = line.split('=')
    labels[name.trim()] = [...(labels[name.trim()] ?? []), value.join('=').trim()]
  }
  return labels
}
