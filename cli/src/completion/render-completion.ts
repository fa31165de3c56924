import type { CommandWords, Word } from './describe-commands.ts'
import { quote } from './describe-commands.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/**
 * A script that completes commands and options by itself: it knows them all, so no key waits for Node.
 * Words that are not commands, such as the value of an option, are passed over on the way to the command.
 */
export const renderCompletion = (shell: Shell, commands: readonly CommandWords[]): string =>
  ({ bash: renderBash, zsh: renderZsh, fish: renderFish })[shell](commands)

const renderBash = (commands: readonly CommandWords[]): string => `# footnote completion bash
_footnote() {
  local at='' word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${pathPattern(commands)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${commands.map((each) => `    ${quote(each.path)}) words=${quote(listWords(each))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _footnote footnote
`

const renderZsh = (commands: readonly CommandWords[]): string => `#compdef footnote
# footnote completion zsh
_footnote() {
  local at='' word
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${pathPattern(commands)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${commands.map(renderZshCase).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe option options
  elif (( $#commands )); then
    _describe command commands
  else
    _files
  fi
}
if [[ $funcstack[1] == _footnote ]]; then
  _footnote "$@"
else
  compdef _footnote footnote
fi
`

const renderZshCase = ({ path, commands, options }: CommandWords): string =>
  `    ${quote(path)}) commands=(${describe(commands)}) options=(${describe(options)}) ;;`

const describe = (words: readonly Word[]): string =>
  words.map(({ text, description }) => quote(`${text}:${description}`)).join(' ')

const renderFish = (commands: readonly CommandWords[]): string => `# footnote completion fish
function __footnote_at
    set -l at ''
    for word in (commandline --current-process --tokenize --cut-at-cursor)[2..]
        switch "$at $word"
            case ${pathWords(commands).join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
${commands.flatMap(renderFishLines).join('\n')}
`

function renderFishLines({ path, commands, options }: CommandWords): string[] {
  const line = `complete --command footnote --condition ${quote(`__footnote_at ${quoteInside(path)}`)}`
  return [
    ...commands.map((word) => `${line} --no-files --arguments ${word.text} ${explain(word)}`),
    ...options.map((word) => {
      const value = word.takesValue ? ' --require-parameter' : ''
      return `${line} --long-option ${word.text.slice(2)}${value} ${explain(word)}`
    }),
  ]
}

/** In double quotes: it stands in single ones. Paths are commands' names, which need no more. */
const quoteInside = (path: string): string => `"${path}"`

const explain = ({ description }: Word): string =>
  `--description '${description.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const listWords = ({ commands, options }: CommandWords): string =>
  [...commands, ...options].map(({ text }) => text).join(' ')

const pathWords = (commands: readonly CommandWords[]): string[] =>
  commands.flatMap(({ path }) => (path === '' ? [] : [quote(path)]))

const pathPattern = (commands: readonly CommandWords[]): string => pathWords(commands).join('|')
