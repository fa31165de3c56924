import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/**
 * Finds forms that React would draw inside another form, where browsers do not submit them. It follows
 * components through imports: what a component draws, and where it draws what it is given. A portal
 * draws elsewhere on the page, so what is in it is in no form.
 */
export function nestedForms(folder: string): string[] {
  const components = readComponents(folder)
  const faults = new Set<string>()
  for (const component of components.values()) {
    visit(component.body, 'caller', component, {
      components,
      onForm: (place, name) => {
        if (place === 'form') faults.add(`${component.file}: ${component.name} > ${name}`)
      },
      onChildren: () => {},
    })
  }
  return [...faults].sort()
}

/** Where something is drawn: where the component is, inside a form, or in a portal. */
type Place = 'caller' | 'form' | 'portal'
type Node = { type: string; [key: string]: unknown }
type Component = {
  file: string
  name: string
  body: Node
  /** The component that each imported name stands for. */
  imports: Map<string, string>
  /** Once it is known. */
  drawsForm?: boolean
  childrenPlace?: Place
}
type Found = {
  components: ReadonlyMap<string, Component>
  onForm: (place: Place, name: string) => void
  onChildren: (place: Place) => void
}

function visit(value: unknown, place: Place, component: Component, found: Found): void {
  if (Array.isArray(value)) return value.forEach((each) => visit(each, place, component, found))
  if (!isNode(value)) return
  if (value.type === 'Identifier' && value['name'] === 'children') found.onChildren(place)
  if (isNode(value['callee']) && value['callee']['name'] === 'createPortal') {
    return visit(value['arguments'], 'portal', component, found)
  }
  let inside = place
  if (value.type === 'JSXElement') {
    const name = getName(value)
    const drawn = found.components.get(component.imports.get(name) ?? `${component.file}#${name}`)
    if (name === 'form' || (drawn && drawsForm(drawn, found.components))) found.onForm(place, name)
    if (name === 'form') inside = 'form'
    else if (drawn) inside = placeOfChildren(drawn, place, found.components)
  }
  for (const each of Object.values(value)) visit(each, inside, component, found)
}

/** Whether a form of its own would be inside a form around the component. */
function drawsForm(component: Component, components: Found['components']): boolean {
  if (component.drawsForm !== undefined) return component.drawsForm
  component.drawsForm = false
  visit(component.body, 'caller', component, {
    components,
    onForm: (place) => {
      if (place === 'caller') component.drawsForm = true
    },
    onChildren: () => {},
  })
  return component.drawsForm
}

/** Where the component draws what is written inside its tag. */
function placeOfChildren(component: Component, own: Place, components: Found['components']): Place {
  if (component.childrenPlace === undefined) {
    component.childrenPlace = 'caller'
    visit(component.body, 'caller', component, {
      components,
      onForm: () => {},
      onChildren: (drawn) => {
        if (drawn !== 'caller') component.childrenPlace = drawn
      },
    })
  }
  return component.childrenPlace === 'caller' ? own : component.childrenPlace
}

/** Every component in the folder, by its file and name. */
function readComponents(folder: string): Map<string, Component> {
  const components = new Map<string, Component>()
  for (const file of globSync('**/*.tsx', { cwd: folder })) {
    const { body } = parseAst(readFileSync(join(folder, file), 'utf8'), { lang: 'tsx' })
    const imports = new Map<string, string>()
    for (const statement of body as unknown as Node[]) {
      if (statement.type === 'ImportDeclaration') readImport(statement, file, imports)
      const declared = isNode(statement['declaration']) ? statement['declaration'] : statement
      for (const each of declarationsIn(declared)) {
        const name = String((each['id'] as Node | null)?.['name'])
        components.set(`${file}#${name}`, { file, name, body: each, imports })
      }
    }
  }
  return components
}

const declarationsIn = (declared: Node): Node[] =>
  declared.type === 'VariableDeclaration'
    ? (declared['declarations'] as Node[])
    : declared.type === 'FunctionDeclaration'
      ? [declared]
      : []

function readImport(statement: Node, file: string, imports: Map<string, string>): void {
  const from = String((statement['source'] as Node)['value'])
  if (!from.startsWith('.')) return
  for (const specifier of statement['specifiers'] as Node[]) {
    const imported = (specifier['imported'] as Node | undefined)?.['name']
    const local = (specifier['local'] as Node)['name']
    imports.set(String(local), `${join(dirname(file), from)}#${String(imported)}`)
  }
}

const getName = (element: Node): string =>
  String(((element['openingElement'] as Node)['name'] as Node)['name'])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
