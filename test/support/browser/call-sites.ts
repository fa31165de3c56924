import { parseAst } from 'rolldown/parseAst'

/** A call of the admin client in a file, and how many controls of the page make it. */
export type CallSite = { call: string; controls: number }

type Node = { type: string; [key: string]: unknown }
/** What `useChange` or `useMutation` made: the calls in it, and where its name is known. */
type Change = { name: string; calls: string[]; scope: Node[] }

/** Names of the admin client, also where a part of it got a name, and of whoever signs in. */
const CLIENTS = new Set(['byCookie', 'candidate'])
const HOOKS = new Set(['useChange', 'useMutation'])

/**
 * The calls of the admin client in a source file. Each control that runs a change counts: a button or a
 * form that calls its `mutate`, and a dialog that is given it as `change`. Where another file has the
 * control, one is counted.
 */
export function callSitesIn(text: string): CallSite[] {
  const { body } = parseAst(text, { lang: 'tsx' })
  const statements = body as unknown as Node[]
  const parts = partsOfClient(statements)
  const changes = statements.flatMap((statement) => changesIn(statement, statements, parts))
  const controls = new Map<string, number>()
  for (const { name, calls, scope } of changes) {
    const count = getControls(name, scope)
    for (const call of calls) controls.set(call, (controls.get(call) ?? 0) + count)
  }
  return [...new Set(callsIn(statements, parts))].map((call) => ({
    call,
    controls: Math.max(1, controls.get(call) ?? 0),
  }))
}

/** As in `const { documents, sourceFiles } = admin()`. */
function partsOfClient(statements: readonly Node[]): Set<string> {
  const parts = nodesIn(statements).flatMap((node) =>
    node.type === 'VariableDeclarator' && isAdmin(node['init']) && isNode(node['id'])
      ? ((node['id']['properties'] as Node[] | undefined) ?? []).map(({ value }) => getName(value))
      : [],
  )
  return new Set(parts)
}

/** Each once, in a component or a hook. What a hook returns has its name in the whole file. */
function changesIn(statement: Node, file: Node[], parts: ReadonlySet<string>): Change[] {
  return nodesIn(statement).flatMap((node) => {
    const made = node.type === 'VariableDeclarator' ? node['init'] : node['value']
    if (!isNode(made) || made.type !== 'CallExpression' || !HOOKS.has(getName(made['callee']))) {
      return []
    }
    const isReturned = node.type === 'Property'
    const name = getName(isReturned ? node['key'] : node['id'])
    const calls = [...new Set(callsIn(made['arguments'], parts))]
    return [{ name, calls, scope: isReturned ? file : [statement] }]
  })
}

const getControls = (name: string, scope: readonly Node[]): number =>
  nodesIn(scope).filter((node) => {
    if (node.type === 'CallExpression') {
      const { object, property } = memberIn(node['callee'])
      return getName(object) === name && property === 'mutate'
    }
    if (node.type === 'JSXAttribute') {
      const { value } = node
      return (
        getName(node['name']) === 'change' && isNode(value) && getName(value['expression']) === name
      )
    }
    return (
      node.type === 'Property' &&
      getName(node['key']) === 'change' &&
      getName(node['value']) === name
    )
  }).length

/** Such as `documents.bulk`. */
function callsIn(value: unknown, parts: ReadonlySet<string>): string[] {
  return nodesIn(value).flatMap((node) => {
    if (node.type !== 'CallExpression' || countsOnly(node)) return []
    const { object, property: call } = memberIn(node['callee'])
    if (parts.has(getName(object))) return [`${getName(object)}.${call}`]
    const { object: client, property: part } = memberIn(object)
    return isAdmin(client) || CLIENTS.has(getName(client)) ? [`${part}.${call}`] : []
  })
}

/** It asks what would be changed. */
const countsOnly = (call: Node): boolean =>
  nodesIn(call['arguments']).some(
    (node) => node.type === 'Property' && getName(node['key']) === 'dry_run',
  )

const isAdmin = (value: unknown): boolean =>
  isNode(value) && value.type === 'CallExpression' && getName(value['callee']) === 'admin'

function memberIn(value: unknown): { object: unknown; property: string } {
  const isMember = isNode(value) && value.type === 'MemberExpression'
  return isMember
    ? { object: value['object'], property: getName(value['property']) }
    : { object: undefined, property: '' }
}

/** Itself and all that is in it. */
function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (!isNode(value)) return []
  return [value, ...Object.values(value).flatMap(nodesIn)]
}

const getName = (value: unknown): string =>
  isNode(value) && typeof value['name'] === 'string' ? value['name'] : ''

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
