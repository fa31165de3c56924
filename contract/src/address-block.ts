import { z } from 'zod'
import { limitedText } from './text.ts'

const Address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** The longest one: eight groups of four digits and a prefix. */
const MAX_CHARACTERS = 43

export const AddressBlock = limitedText(MAX_CHARACTERS)
  .refine(
    (text) => Address.safeParse(text).success,
    'must be an IP address such as 203.0.113.7 or a block such as 203.0.113.0/24',
  )
  .describe('An IPv4 or IPv6 address, or a block of them in CIDR notation.')
