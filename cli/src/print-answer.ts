import type { LastFrame } from '@footnote/client'
import { hasSections, splitSections } from '@footnote/client'
import { plainLines } from './plain.ts'

/** Enough to see whether a text begins with a section. */
const MIN_LENGTH = 4

export type AnswerPrinter = {
  add(delta: string): void
  /** Prints what was held back. */
  end(quoted: LastFrame['quoted']): void
}

/**
 * Prints an answer as it is written. What may be sections of the documentation is held back until the
 * last frame tells: then all of them are printed, or the first alone.
 */
export function createAnswerPrinter(
  write: (text: string) => unknown,
  printsAll: boolean,
): AnswerPrinter {
  let held = ''
  let isHeld = true
  return {
    add(delta) {
      held += plainLines(delta)
      isHeld &&= held.length < MIN_LENGTH || hasSections(held)
      if (isHeld) return
      write(held)
      held = ''
    },
    end(quoted) {
      write(quoted !== undefined && hasSections(held) ? quotedText(held, printsAll) : held)
      held = ''
    },
  }
}

function quotedText(text: string, printsAll: boolean): string {
  const [first = '', ...others] = splitSections(text)
  const shown = printsAll || others.length === 0 ? text : `${first}\n\n${rest(others.length)}`
  return `From the documentation:\n\n${shown}`
}

const rest = (sections: number): string =>
  `(${sections} more ${sections === 1 ? 'section' : 'sections'} below; --all prints ${sections === 1 ? 'it' : 'them'} whole)`
