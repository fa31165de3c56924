import type {
  JsonSchema,
  OpenapiDocument,
} from '../../server/src/http/reference/openapi/openapi-document.ts'
import { getObject, namesIn } from './client-types.ts'

const REFERENCE = '#/components/schemas/'

/** The operations that the Python client calls. */
const TAG = 'public'

type Schemas = Readonly<Record<string, JsonSchema>>
type Written = { classes: string[]; aliases: string[] }

/**
 * The schemas of readers' operations as Python. Objects are typed dictionaries, so nothing has to be
 * converted. NotRequired is too new for Python 3.10: what may be left out is in a class of its own,
 * `ChatBodyOptional`, which the other extends.
 */
export function pythonTypes({ paths, components }: OpenapiDocument): string {
  const { schemas } = components
  const operations = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ tags }) => tags.includes(TAG))
  const written: Written = { classes: [], aliases: [] }
  for (const name of withNeededFirst(namesIn(operations, schemas), schemas)) {
    const schema = schemas[name] ?? {}
    if (schema.properties) declareClass(name, schema, written)
    else declareAlias(name, schema, written)
  }
  // An alias is read as the module is loaded, the fields of a class only when somebody asks for them.
  return `# Written by \`npm run openapi\` from the contract. Do not edit.
"""The JSON that the service reads and writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, TypedDict, final

${written.classes.join('\n\n')}

${written.aliases.join('\n')}`
}

function withNeededFirst(names: ReadonlySet<string>, schemas: Schemas): Set<string> {
  const ordered = new Set<string>()
  const started = new Set<string>()
  const visit = (name: string): void => {
    if (started.has(name)) return
    started.add(name)
    for (const needed of [...namesIn(schemas[name], schemas)].sort()) visit(needed)
    ordered.add(name)
  }
  for (const name of [...names].sort()) visit(name)
  return ordered
}

function declareAlias(name: string, schema: JsonSchema, written: Written): void {
  const type = getType(schema, name, written)
  written.aliases.push(`${name}: TypeAlias = ${type}\n${docstring(schema.description, '')}`)
}

function declareClass(name: string, schema: JsonSchema, written: Written): void {
  const { properties = {}, required = [], description } = schema
  // A caller often has None where it has nothing; the client leaves it out.
  const isSent = name.endsWith('Body') && !name.endsWith('ErrorBody')
  const fields = Object.entries(properties).map(([field, property]) => {
    const type = getType(getObject(property), `${name}${pascal(field)}`, written)
    const isRequired = required.includes(field)
    return {
      isRequired,
      text: `    ${checkName(field)}: ${type}${isSent && !isRequired ? ' | None' : ''}\n${docstring(getObject(property).description, '    ')}`,
    }
  })
  const always = fields.filter(({ isRequired }) => isRequired)
  const optional = fields.filter(({ isRequired }) => !isRequired)
  const about = docstring(description, '    ')
  const body = (list: typeof fields) =>
    list.length === 0 ? '    pass\n' : list.map(({ text }) => text).join('')
  if (optional.length === 0) {
    written.classes.push(`@final\nclass ${name}(TypedDict):\n${about}${body(always)}`)
  } else if (always.length === 0) {
    written.classes.push(
      `@final\nclass ${name}(TypedDict, total=False):\n${about}${body(optional)}`,
    )
  } else {
    written.classes.push(
      `class ${name}Optional(TypedDict, total=False):\n${body(optional)}`,
      `@final\nclass ${name}(${name}Optional):\n${about}${body(always)}`,
    )
  }
}

/** An object within another becomes a class that is called `inner`. */
function getType(schema: JsonSchema, inner: string, written: Written): string {
  if (schema.$ref) return schema.$ref.replace(REFERENCE, '')
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return unionOf(choices.map((choice) => getType(choice, inner, written)))
  if (Array.isArray(schema.type)) {
    return unionOf(schema.type.map((type) => getType({ ...schema, type }, inner, written)))
  }
  switch (schema.type) {
    case 'object':
      return objectType(schema, inner, written)
    case 'array':
      return `list[${getType(getObject(schema.items ?? {}), inner, written)}]`
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'string':
      return 'str'
    case 'boolean':
      return 'bool'
    case 'null':
      return 'None'
    case undefined:
      return 'Any'
    default:
      throw new Error(`No type for ${JSON.stringify(schema)}`)
  }
}

function objectType(schema: JsonSchema, name: string, written: Written): string {
  if (schema.properties) {
    declareClass(name, schema, written)
    return name
  }
  const { additionalProperties } = schema
  const values = typeof additionalProperties === 'object' ? additionalProperties : {}
  // A caller's dictionary of strings is no `dict[str, str | list[str]]`, which could be given lists.
  return `Mapping[str, ${getType(values, name, written)}]`
}

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ')

function literal(value: unknown): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  return JSON.stringify(value)
}

const pascal = (field: string): string =>
  field.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The words of Python that JSON might have as names. A class has no fields that are called so. */
const KEYWORDS =
  /^(?:and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$/

function checkName(name: string): string {
  if (/^[a-z_]\w*$/i.test(name) && !KEYWORDS.test(name)) return name
  throw new Error(`No field of a Python class can be called ${name}`)
}

const docstring = (text: string | undefined, indent: string): string =>
  text === undefined
    ? ''
    : `${indent}"""${text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')}"""\n`
