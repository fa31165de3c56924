import { z } from 'zod'
import { Environment } from '../server/src/config/config.ts'
import { writeOrCheck } from './lib/write-or-check.ts'

const INTRODUCTION = `# Configuration

Settings are environment variables, read once at the start. A wrong or missing one stops the service with a line that names it. This page is made from the code: \`npm run configuration\`.

| setting | default | meaning |
|---|---|---|
`

type Property = { description?: string; default?: unknown }

/** The table, from the same schema that reads the environment. */
function render(): string {
  const { properties = {}, required = [] } = z.toJSONSchema(Environment, {
    io: 'input',
    unrepresentable: 'any',
  })
  const rows = Object.entries(properties).map(([name, property]) => {
    const { description = '', default: fallback }: Property =
      typeof property === 'object' ? property : {}
    const shown =
      fallback === undefined ? '' : `\`${JSON.stringify(fallback).replaceAll('"', '')}\``
    return `| \`${name}\` | ${required.includes(name) ? '**required**' : shown} | ${description} |`
  })
  return `${INTRODUCTION}${rows.join('\n')}\n`
}

await writeOrCheck('docs/configuration.md', render(), 'npm run configuration')
