import type { AuditInput } from '../../api/workspace-queries.ts'
import { useMe } from '../../session/role.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from '../../texts/texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'

/** The browser saves it as it comes, with the session cookie. A token in memory it could not send. */
export function ExportLink({ query }: { query: AuditInput }) {
  const { workspaceId } = useScope()
  const { via } = useMe()
  if (via !== 'session') {
    return (
      <Button disabled title={t.audit.exportNeedsAccount}>
        {t.audit.export}
      </Button>
    )
  }
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return (
    <a
      href={`/api/v1/admin/workspaces/${workspaceId}/audit.csv${search === '' ? '' : `?${search}`}`}
      download="audit.csv"
      className={buttonClass()}
    >
      {t.audit.export}
    </a>
  )
}
