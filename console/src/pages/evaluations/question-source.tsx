import type { NewQuestionsInput } from '@footnote/client/admin'
import { useId, useState } from 'react'
import { Select, TextField } from '../../ui/field.tsx'
import { t } from './texts.ts'

const KINDS = ['generate', 'file', 'none'] as const
type Kind = (typeof KINDS)[number]

/** Where questions come from: what to send, read when it is sent. */
export function useQuestionSource(kinds: readonly Kind[] = KINDS) {
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'none')
  const [count, setCount] = useState('20')
  const [file, setFile] = useState<File | null>(null)
  const read = async (): Promise<NewQuestionsInput | null> => {
    if (kind === 'generate') return { generate: Number(count) }
    return kind === 'file' && file ? readFile(file) : null
  }
  const fields = (
    <>
      <Select
        label={t.evaluations.from}
        value={kind}
        options={kinds.map((one) => [one, t.evaluations.sources[one]] as const)}
        onValue={setKind}
      />
      {kind === 'generate' && (
        <TextField
          label={t.evaluations.count}
          type="number"
          required
          min={1}
          max={200}
          value={count}
          onValue={setCount}
        />
      )}
      {kind === 'file' && <FileField onFile={setFile} />}
    </>
  )
  return { fields, read }
}

function FileField({ onFile }: { onFile: (file: File | null) => void }) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-[550]">
        {t.evaluations.file}
      </label>
      <input
        id={id}
        type="file"
        required
        accept=".json,.csv"
        aria-describedby={`${id}-hint`}
        className="min-h-8 text-sm"
        onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
      />
      <p id={`${id}-hint`} className="text-xs text-ink-3">
        {t.evaluations.fileHint}
      </p>
    </div>
  )
}

/** The service checks what is in it. */
async function readFile(file: File): Promise<NewQuestionsInput> {
  const text = await file.text()
  if (/\.csv$/i.test(file.name)) return { csv: text }
  const parsed: unknown = parse(text)
  const items: unknown =
    typeof parsed === 'object' && parsed !== null && 'items' in parsed ? parsed.items : parsed
  if (!Array.isArray(items)) throw new Error(t.evaluations.wrongFile)
  return { items }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(t.evaluations.wrongFile)
  }
}
