import type { Source } from '@footnote/client/admin'
import type { DragEvent } from 'react'
import { useContext, useId, useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { ChangeRefusal } from '../../ui/change-refusal.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'

const ARCHIVE = /\.(zip|tar|tgz|tar\.gz)$/i

/** Uploads files, and syncs so that they can be found. */
export function FilesCard({ source }: { source: Source }) {
  const { knowledgeBaseId } = useScope()
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const [uploading, setUploading] = useState('')
  const upload = useChange({
    run: async (files: readonly File[]) => {
      for (const [at, file] of files.entries()) {
        setUploading(t.sources.uploading(file.name, at + 1, files.length))
        await uploadOne(knowledgeBaseId, source.id, file)
      }
      await admin().syncs.start(knowledgeBaseId, source.id)
      return files.length
    },
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'sources')],
    said: t.sources.uploaded,
  })
  const isOff = useContext(ChangeRefusal) !== null || upload.isPending
  const take = (files: FileList | null) => {
    if (files && files.length > 0 && !isOff) upload.mutate([...files])
  }
  const drag = (event: DragEvent, isNowOver: boolean) => {
    event.preventDefault()
    setIsOver(isNowOver && !isOff)
  }
  return (
    <Card>
      <div
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          take(event.dataTransfer.files)
        }}
        className={`flex flex-col items-center gap-1 rounded-card border border-dashed px-4 py-6 text-center ${isOver ? 'border-accent bg-tint' : 'border-edge'}`}
      >
        <label htmlFor={id} className="font-[550]">
          {t.sources.upload}
        </label>
        <p className="mb-2 text-xs text-ink-3">{t.sources.uploadHint}</p>
        <input
          id={id}
          type="file"
          multiple
          disabled={isOff}
          className="max-w-full text-ink-2 file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-control file:border file:border-solid file:border-edge file:bg-surface file:px-3 file:font-[550] file:text-ink disabled:opacity-55"
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        <p role="status" className="min-h-5 text-ink-2">
          {upload.isPending && uploading}
        </p>
      </div>
      {upload.isError && <ErrorNotice error={upload.error} />}
    </Card>
  )
}

async function uploadOne(knowledgeBaseId: string, sourceId: string, file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { sourceFiles } = admin()
  if (ARCHIVE.test(file.name)) await sourceFiles.putArchive(knowledgeBaseId, sourceId, { bytes })
  else await sourceFiles.put(knowledgeBaseId, sourceId, { path: file.name, bytes })
}
