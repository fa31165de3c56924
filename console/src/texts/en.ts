import { account, roles } from './en-account.ts'
import { common, nav, palette, shortcuts, signIn, start } from './en-shell.ts'
import { keys, groups, settings, models } from './en-settings.ts'
import { overview, setup } from './en-overview.ts'
import { pages, why } from './en-pages.ts'
import { audit, people, security } from './en-people.ts'
import { playground } from './en-playground.ts'
import { questions } from './en-questions.ts'
import { sources } from './en-sources.ts'
import { aiTools, forms, retention, system } from './en-workspace.ts'
import { widgets } from './en-widgets.ts'

export const en = {
  account,
  roles,
  common,
  nav,
  palette,
  shortcuts,
  signIn,
  start,
  overview,
  setup,
  sources,
  pages,
  why,
  playground,
  questions,
  widgets,
  keys,
  groups,
  settings,
  models,
  people,
  security,
  audit,
  retention,
  system,
  aiTools,
  forms,
}
