import type { Command } from 'commander'
import { Argument } from 'commander'
import { describeCommands } from '../completion/describe-commands.ts'
import type { Shell } from '../completion/render-completion.ts'
import { renderCompletion, SHELLS } from '../completion/render-completion.ts'

const EXAMPLES = `
Examples:
  echo 'eval "$(footnote completion bash)"' >> ~/.bashrc
  echo 'eval "$(footnote completion zsh)"' >> ~/.zshrc     # after compinit
  footnote completion fish > ~/.config/fish/completions/footnote.fish`

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action((shell: Shell) => {
      process.stdout.write(renderCompletion(shell, describeCommands(program)))
    })
}
