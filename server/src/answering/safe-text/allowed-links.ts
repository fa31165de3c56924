import { withoutFragment } from '../../text/without-fragment.ts'
import type { CitablePassage } from '../citations/citable-passage.ts'

/** What an answer may link to and quote: the addresses and words of its passages. */
export type AllowedLinks = {
  /** The address to link to, as the passage spells it; undefined where no passage has it. */
  find(address: string): string | undefined
  /** Whether a passage quotes this address word for word. It is shown, never linked. */
  isQuoted(address: string): boolean
}

/** A page may be linked with its passage's anchor or without one. */
export function getAllowedLinks(
  citable: readonly Pick<CitablePassage, 'citation' | 'content'>[],
): AllowedLinks {
  const addresses = new Map<string, string>()
  for (const { citation } of citable) {
    for (const address of [citation.url, withoutFragment(citation.url)]) {
      if (isPlainAddress(address)) addresses.set(normalised(address), address)
    }
  }
  return {
    find: (address) => addresses.get(normalised(address)),
    isQuoted: (address) => citable.some(({ content }) => content.includes(address)),
  }
}

/** Every web and email address that is written out, as it is spelled. */
export const ANY_PAGE: AllowedLinks = {
  find: (address) => (isPlainAddress(address) || isEmailAddress(address) ? address : undefined),
  isQuoted: () => false,
}

const isEmailAddress = (address: string): boolean => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(address)

/** One that no reader of markdown could take apart. */
function isPlainAddress(address: string): boolean {
  return /^https?:\/\/[^\s<>\\`]+$/.test(address)
}

const normalised = (address: string): string =>
  URL.canParse(address) ? new URL(address).href : address
