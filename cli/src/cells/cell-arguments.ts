import { InvalidArgumentError } from 'commander'
import { CELL_NAME, ID } from './cells-file.ts'

/** Reads an argument that has to match. */
export const matching = (pattern: RegExp, problem: string) => (text: string) => {
  if (!pattern.test(text)) throw new InvalidArgumentError(problem)
  return text
}

export const cellName = matching(CELL_NAME, 'A cell has two letters or digits.')
export const tenantId = matching(ID, 'This is no id.')
