import type { Command } from 'commander'
import { Help } from 'commander'

/** A word that may follow. An option that takes a value is followed by one. */
export type Word = { text: string; description: string; takesValue: boolean }

/** A command and what may follow it: its subcommands, or the values of its argument. `path` has a space before each word; the program's own is empty. */
export type CommandWords = { path: string; commands: Word[]; options: Word[] }

/** Every command that the help shows, the program itself first. */
export function describeCommands(program: Command, path = ''): CommandWords[] {
  const help = new Help()
  const subcommands = help.visibleCommands(program)
  const described: CommandWords = {
    path,
    commands: [
      ...subcommands.map((command) => toWord(command.name(), command.description())),
      ...program.registeredArguments
        .flatMap(({ argChoices }) => argChoices ?? [])
        .map((choice) => toWord(choice, '')),
    ],
    options: help.visibleOptions(program).flatMap(({ long, description, required }) => {
      return long ? [{ text: long, description, takesValue: required }] : []
    }),
  }
  const isHelp = (command: Command) => command.name() === 'help'
  const below = subcommands.filter((command) => !isHelp(command))
  return [described, ...below.flatMap((each) => describeCommands(each, `${path} ${each.name()}`))]
}

const toWord = (text: string, description: string): Word => ({
  text,
  description,
  takesValue: false,
})

/** As all three shells read it. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
