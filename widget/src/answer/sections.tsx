import type { Token } from 'marked'
import { useContext } from 'preact/hooks'
import { PanelContext } from '../panel/panel-context.ts'
import type { Section } from './group-sections.ts'
import { findCitation, groupSections } from './group-sections.ts'
import { linkTo } from './links.ts'
import { renderBlock } from './render.tsx'
import type { Scene } from './scene.ts'

/** Sections of the documentation in place of a written answer: the first is open, the others folded. */
export function Sections({ tokens, scene }: { tokens: readonly Token[]; scene: Scene }) {
  const { store } = useContext(PanelContext)
  return (
    <>
      <p class="hint">{store.texts.value.fromDocs}</p>
      {groupSections(tokens).map((section, index) => (
        <SectionCard key={index} section={section} scene={scene} isOpen={index === 0} />
      ))}
    </>
  )
}

function SectionCard({
  section: { heading, blocks },
  scene,
  isOpen,
}: {
  section: Section
  scene: Scene
  isOpen: boolean
}) {
  const { store } = useContext(PanelContext)
  const citation = findCitation(blocks, scene.citations)
  return (
    <details class="section" part="section" open={isOpen}>
      <summary>
        <span class="heading" role="heading" aria-level={4} dir="auto">
          {heading}
        </span>
      </summary>
      {blocks.map((token) => renderBlock(token, scene))}
      {citation && (
        <a
          class="link hint"
          {...linkTo(citation.url)}
          onClick={() => store.context.emit('link', { kind: 'section' })}
        >
          {store.texts.value.openPage}
        </a>
      )}
    </details>
  )
}
