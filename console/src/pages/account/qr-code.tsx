import { useMemo } from 'react'
import { encode } from 'uqr'

/** Dark on light in both themes: cameras do not read the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text), [text])
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-chip bg-white"
    >
      <path fill="#000" d={squares.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('')} />
    </svg>
  )
}
