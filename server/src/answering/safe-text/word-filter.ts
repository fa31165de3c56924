import type { AllowedLinks } from './allowed-links.ts'
import type { Emitter } from './emitter.ts'
import type { TextPart } from './find-addresses.ts'
import { possibleAddressStart, withoutAddresses } from './find-addresses.ts'

/** What is longer is no word, and goes out in pieces. */
const MAX_WORD = 4_000

/** Holds back the word that is being written until it is certain that it is no address. */
export type WordFilter = {
  /** An escape, or characters that are all ASCII or all not. */
  add(text: string): void
  /** Returns whether nothing is left of it. */
  end(): { isGone: boolean }
  /** The word goes on, and an address in it does not. */
  endAddress(): void
  /** Lets go of what is certain, where words are not held back to their end. */
  release(): void
}

export function createWordFilter(
  emitter: Emitter,
  allowed: AllowedLinks,
  isEager: boolean,
): WordFilter {
  let word = ''
  /** In an address that is too long to be held back. */
  let isDropping = false

  function parts(): TextPart[] | null {
    if (!isEager) return withoutAddresses(word, allowed)
    // A name that is out stands for itself as one character that begins no address.
    const name = emitter.isAfterName() ? '-' : ''
    const found = withoutAddresses(name + word, allowed, true)
    if (found?.[0]) found[0] = { ...found[0], text: found[0].text.slice(name.length) }
    return found
  }

  function end(): { isGone: boolean } {
    const found = word === '' ? null : parts()
    for (const { kind, text } of found ?? []) emitter[kind](text)
    if (found === null) emitter.text(word)
    word = ''
    isDropping = false
    return { isGone: found !== null && found.every(({ text }) => text === '') }
  }

  function endAddress(): void {
    isDropping = false
    const found = parts()
    if (found === null) return
    const rest = found.pop()?.text ?? ''
    for (const { kind, text } of found) emitter[kind](text)
    word = rest
  }

  /** Lets go of most of a word that is too long. An address that reaches its end is dropped on. */
  function cut(): void {
    // Without it no part of the word can be an email address, however long its name is.
    word = word.replaceAll('@', '')
    endAddress()
    isDropping = word === ''
    const place = placeToCut(word)
    emitter.text(word.slice(0, place))
    word = word.slice(place)
  }

  function addPiece(text: string): void {
    isDropping &&= text < '\x7f' && !/^[<\\]/.test(text)
    if (isDropping) return
    word += text
    // No address goes on behind it. Most scripts have no spaces to end a word at.
    if (text > '\x7f') end()
    else if (word.length > MAX_WORD) cut()
  }

  return {
    add(text) {
      // Cut at the same places however much comes at once.
      for (let at = 0; at < text.length;) {
        const piece = text.startsWith('\\') ? text : text.slice(at, at + MAX_WORD + 1 - word.length)
        at += piece.length
        addPiece(piece)
      }
    },
    end,
    endAddress,
    release() {
      if (!isEager) return
      const place = possibleAddressStart(word)
      emitter.text(word.slice(0, place))
      word = word.slice(place)
    },
  }
}

/** So that no beginning of an address, no escape and no character reference is cut in two. */
function placeToCut(word: string): number {
  const end = Math.max(0, word.length - 64)
  const reference = word.lastIndexOf('&', end)
  const place = reference >= 0 && reference >= end - 40 ? reference : end
  const [backslashes = ''] = /\\*$/.exec(word.slice(0, place)) ?? []
  return place - (backslashes.length % 2)
}
