/** All eight groups, in hexadecimal without leading zeros. Takes an IPv6 address without a zone. */
export function ipv6Groups(address: string): string[] {
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = shortest.split('::')
  const split = (part: string) => part.split(':').filter((group) => group !== '')
  if (tail === undefined) return split(head)
  const zeros = Array<string>(8 - split(head).length - split(tail).length).fill('0')
  return [...split(head), ...zeros, ...split(tail)]
}

/** The last 32 bits, written as IPv4. */
export const ipv4Inside = (groups: readonly string[]): string =>
  groups
    .slice(6)
    .flatMap((group) => {
      const number = Number.parseInt(group, 16)
      return [number >> 8, number & 255]
    })
    .join('.')
