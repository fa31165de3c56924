const STARTS = /^\s*(?:[$%>]\s|\/\/|#!|\/\*|<\/?\w|--?\w|@\w|["'][^"']+["']:)/
const ENDS = /[;{}([\\]\s*$|=>\s*$|["'\]}],\s*$/
const HOLDS = /[=!]=|[-=]>|::|&&|\|\||\w\([^)\s]*\)\s*;?$|^\s*[\w.]+\s*[:+-]?=\s*\S|\$\{?\w/
const INDENTED = /^\s{2,}\S/
/** `name: value`, as in YAML. */
const PAIR = /^\s*(?:-\s+)?[a-z][\w./-]*:(?:\s+\S{1,60}){0,5}\s*$/
/** `kubectl get pods -n web`: a program, and a flag, a path or a placeholder. */
const COMMAND = /^\s*(?:sudo\s+)?[a-z][\w./-]*\s.*(?:\s--?\w|\/|<\w|\$)/
const COMMENT = /^\s*#/
const MARKED = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/
const MARKED_PAIR = /^\s*-\s+[\w./-]+:\s/
/** It may begin with the name of a package: `@footnote/client runs in browsers and in Node.` */
const PROSE = /^\s*(?:\p{Lu}|@[\w-]+\/)\S*(?:\s+\S+){4,}[.!?:]["')\]]*\s*$/u
const ENDS_AS_SENTENCE = /[.!?:。！？]["')\]]*\s*$/u
const BEGINS_AS_SENTENCE = /^\s*[\p{Lu}\p{Lo}]/u
const MIN_SHARE = 0.6

/** Whether lines are a listing. After a colon, lines that do not read as sentences are enough. */
export function looksLikeCode(lines: readonly string[], afterColon: boolean): boolean {
  const counted = lines.filter((line) => line.trim() !== '' && !COMMENT.test(line))
  if (counted.length === 0) return afterColon && lines.length > 0
  if (counted.filter(isCodeLine).length >= MIN_SHARE * counted.length) return true
  if (!afterColon || ENDS_AS_SENTENCE.test(lines.at(-1) ?? '')) return false
  return !counted.some((line) => BEGINS_AS_SENTENCE.test(line) || MARKED.test(line))
}

function isCodeLine(line: string): boolean {
  if (PROSE.test(line) || (MARKED.test(line) && !MARKED_PAIR.test(line))) return false
  if (STARTS.test(line) || ENDS.test(line) || INDENTED.test(line)) return true
  if (ENDS_AS_SENTENCE.test(line) && !/^\s*[\w./-]+:\s*$/.test(line)) return false
  return HOLDS.test(line) || PAIR.test(line) || COMMAND.test(line)
}
