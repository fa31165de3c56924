import type { ShikiTransformer } from 'shiki'

/** Colours of code as classes, which code.css gives the colours of the product. */
export const classesForTokens: ShikiTransformer = {
  name: 'classes-for-tokens',
  span(node) {
    const kind = /--code-token-([a-z-]+)/.exec(`${node.properties['style']}`)?.[1]
    delete node.properties['style']
    if (kind !== undefined) this.addClassToHast(node, `code-${kind}`)
  },
  pre(node) {
    delete node.properties['style']
  },
}
