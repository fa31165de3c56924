import { useMe } from '../session/role.ts'
import { t } from '../texts.ts'
import { Button, buttonClass } from './button.tsx'

type ExportLinkProps = {
  /** Below the admin API. */
  path: string
  query: Readonly<Record<string, string | number | boolean | undefined>>
  fileName: string
}

/** The browser saves it as it comes, with the session cookie. A token in memory it could not send. */
export function ExportLink({ path, query, fileName }: ExportLinkProps) {
  const { via } = useMe()
  if (via !== 'session') {
    return (
      <Button disabled title={t.common.exportNeedsAccount}>
        {t.common.export}
      </Button>
    )
  }
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return (
    <a
      href={`/api/v1/admin${path}${search === '' ? '' : `?${search}`}`}
      download={fileName}
      className={buttonClass()}
    >
      {t.common.export}
    </a>
  )
}
