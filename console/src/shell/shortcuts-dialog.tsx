import { useState } from 'react'
import { t } from '../texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { CheckField } from '../ui/field.tsx'
import { useNavGroups } from './nav-items.ts'
import { areShortcutsOn, setShortcutsOn } from './shortcuts.ts'

const Keys = ({ keys, text }: { keys: readonly string[]; text: string }) => (
  <div className="flex items-center justify-between gap-4 border-t border-line py-1.5">
    <dt>{text}</dt>
    <dd className="flex flex-none gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded border border-edge px-1.5 text-center font-sans text-xs/5"
        >
          {key}
        </kbd>
      ))}
    </dd>
  </div>
)

/** Every key there is, and a way to turn single ones off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const items = useNavGroups().flatMap(({ items: each }) => [...each])
  const [isOn, setIsOn] = useState(areShortcutsOn)
  return (
    <Dialog title={t.shortcuts.title} onClose={onClose}>
      <dl className="mb-4">
        <Keys keys={['⌘ / Ctrl', 'K']} text={t.palette.title} />
        <Keys keys={['?']} text={t.shortcuts.help} />
        <Keys keys={['j', 'k']} text={t.shortcuts.rows} />
        <Keys keys={['Enter']} text={t.shortcuts.open} />
        {items.map(({ key, text }) => (
          <Keys key={key} keys={['g', key]} text={text} />
        ))}
      </dl>
      <CheckField
        label={t.shortcuts.single}
        hint={t.shortcuts.singleHint}
        isOn={isOn}
        onChange={(next) => {
          setShortcutsOn(next)
          setIsOn(next)
        }}
      />
    </Dialog>
  )
}
