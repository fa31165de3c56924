import { useEffect, useState } from 'preact/hooks'
import type { Piece } from '../highlight/main.ts'
import { CopyButton } from '../panel/copy-button.tsx'
import { Scroller } from './scroller.tsx'

type Props = { readonly code: string; readonly language: string; readonly isWhole: boolean }

export function CodeBlock({ code, language, isWhole }: Props) {
  const [pieces, setPieces] = useState<readonly Piece[] | null>(null)
  const name = /^[\w+#.-]+/.exec(language)?.[0] ?? ''
  useEffect(() => {
    let isCurrent = true
    setPieces(null)
    if (!isWhole || name === '') return undefined
    import('../highlight/main.ts')
      .then(({ highlight }) => highlight(code, name))
      .then((found) => isCurrent && setPieces(found))
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [code, name, isWhole])
  return (
    <div class="pre" part="code" dir="ltr">
      <div class="bar">
        <span>{name}</span>
        <CopyButton text={code} />
      </div>
      <Scroller class="code">
        {/* Another element: text that changes its place within one would count as a layout shift. */}
        <code key={pieces === null}>
          {pieces?.map(({ text, kind }, index) =>
            kind ? (
              <span key={index} class={`t-${kind}`}>
                {text}
              </span>
            ) : (
              text
            ),
          ) ?? code}
        </code>
      </Scroller>
    </div>
  )
}
