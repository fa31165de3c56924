import type { Element, Root } from 'hast'
import { collapse } from '../blocks.ts'
import { getClass, isElement, outermost, propertyText, getRole, readText } from './html-tree.ts'

/** Panels with the label of their tab, and the rows of labels, which are then left out of the text. */
export type Tabs = { labels: Map<Element, string>; rows: Set<Element> }

/** MkDocs and Sphinx build tabs from inputs and labels, without a role. */
const TAB_SET = /(?:^|\s)(?:tabbed-set|sd-tab-set|tab-set)(?:\s|$)/
const TAB_PANEL = /(?:^|\s)(?:tabbed-block|sd-tab-content|tab-content)(?:\s|$)/
const OLD_TAB_PANEL = /(?:^|\s)tabbed-content(?:\s|$)/

export function findTabs(tree: Root): Tabs {
  const tabs: Tabs = { labels: new Map(), rows: new Set() }
  const panels = new Map<string, Element>()
  collectPanels(tree, panels)
  visit(tree, tabs, panels)
  return tabs
}

/** By their id, and by the id of the tab that labels them. */
function collectPanels(node: Root | Element, panels: Map<string, Element>): void {
  for (const child of node.children) {
    if (!isElement(child)) continue
    if (getRole(child) === 'tabpanel') {
      const names = [propertyText(child, 'id'), propertyText(child, 'ariaLabelledBy')]
      for (const name of names) if (name !== undefined) panels.set(name, child)
    }
    collectPanels(child, panels)
  }
}

function visit(node: Root | Element, tabs: Tabs, panels: ReadonlyMap<string, Element>): void {
  for (const child of node.children) {
    if (!isElement(child)) continue
    if (getRole(child) === 'tablist') readRow(child, node, tabs, panels)
    else if (TAB_SET.test(getClass(child))) readSet(child, tabs)
    visit(child, tabs, panels)
  }
}

function readRow(
  row: Element,
  parent: Root | Element,
  tabs: Tabs,
  panels: ReadonlyMap<string, Element>,
): void {
  const buttons = row.children.flatMap((child) =>
    outermost(child, (node) => getRole(node) === 'tab'),
  )
  const inOrder = outermost(parent, (node) => node !== row && getRole(node) === 'tabpanel')
  let found = false
  for (const [index, button] of buttons.entries()) {
    const named = [
      propertyText(button, 'ariaControls'),
      propertyText(button, 'id'),
      propertyText(button, 'href')?.replace(/^#/, ''),
    ].map((name) => panels.get(name ?? ''))
    const panel = named.find((element) => element !== undefined) ?? inOrder[index]
    found = label(tabs, panel, button) || found
  }
  if (found) tabs.rows.add(row)
}

function readSet(set: Element, tabs: Tabs): void {
  const parts = (panel: RegExp) =>
    set.children.flatMap((child) =>
      outermost(child, (node) => node.tagName === 'label' || panel.test(getClass(node))),
    )
  const isLabel = ({ tagName }: Element) => tagName === 'label'
  const found = parts(TAB_PANEL)
  const all = found.every(isLabel) ? parts(OLD_TAB_PANEL) : found
  const names = all.filter(isLabel)
  const panels = all.filter((node) => !isLabel(node))
  for (const [index, name] of names.entries()) {
    if (label(tabs, panels[index], name)) tabs.rows.add(name)
  }
}

function label(tabs: Tabs, panel: Element | undefined, tab: Element): boolean {
  const text = collapse(readText(tab))
  if (!panel || text === '' || tabs.labels.has(panel)) return false
  tabs.labels.set(panel, text)
  return true
}
