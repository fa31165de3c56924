import type { Token } from 'marked'
import { Component } from 'preact'
import { useContext } from 'preact/hooks'
import { PanelContext } from '../panel/panel-context.ts'
import { searchedWords } from '../panel/snippet.ts'
import type { Turn } from '../panel/turn.ts'
import { numberCitations, withoutHalfMarker } from './markers.ts'
import { parser } from './parser.ts'
import { renderBlock } from './render.tsx'
import type { Scene } from './scene.ts'
import { Sections } from './sections.tsx'

type BlockProps = {
  readonly token: Token
  readonly scene: Scene
  /** Changes whenever a block could look different though its text is the same. */
  readonly stamp: string
}

/** A block that is finished is not drawn again while the next one grows. */
class Block extends Component<BlockProps> {
  override shouldComponentUpdate(next: BlockProps): boolean {
    return next.token.raw !== this.props.token.raw || next.stamp !== this.props.stamp
  }
  override render() {
    return renderBlock(this.props.token, this.props.scene)
  }
}

const NONE: ReadonlySet<string> = new Set()

export function Answer({ turn }: { turn: Turn }) {
  const { store } = useContext(PanelContext)
  const isSettled = turn.status === 'answered'
  const isQuoted = isSettled && turn.quoted !== null
  const text = turn.status === 'streaming' ? withoutHalfMarker(turn.text) : turn.text
  const numbers = numberCitations(text, turn.citations, isSettled)
  const stamp = `${isSettled} ${turn.citations.length} ${[...numbers].join(' ')}`
  const scene: Scene = {
    citations: turn.citations,
    numbers,
    isSettled,
    marked: isQuoted ? searchedWords(turn.question) : NONE,
    onLink: () => store.context.emit('link', { kind: 'citation' }),
  }
  const parse = parser.value
  return (
    <div class={`answer${turn.status === 'streaming' ? ' writing' : ''}`} part="answer">
      {parse ? (
        isQuoted ? (
          <Sections tokens={parse(text)} scene={scene} />
        ) : (
          parse(text).map((token, index) => (
            <Block key={index} token={token} scene={scene} stamp={stamp} />
          ))
        )
      ) : (
        <p dir="auto">{text}</p>
      )}
    </div>
  )
}
