import type { SourcePreview } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'
import type { CredentialOptions } from '../../sources/read-credential.ts'
import { addCredentialOptions, readCredential } from '../../sources/read-credential.ts'

type Options = AdminOptions &
  JsonOption &
  CredentialOptions & { knowledgeBase: string; include: string[]; exclude: string[] }

export function addSourcePreviewCommand(sources: Command, settings: Settings): void {
  const command = addAdminOptions(
    sources
      .command('preview <url>')
      .description('look at a website before connecting it; nothing is stored'),
  )
  addCredentialOptions(command, ['website'])
    .requiredOption('--knowledge-base <id>', 'the knowledge base')
    .option('--include <glob...>', 'only pages whose path fits, such as /docs/**', [])
    .option('--exclude <glob...>', 'leave out pages whose path fits', [])
    .option(...JSON_FLAG)
    .action(async (url: string, options: Options) => {
      const admin = connectAsAdmin(options, settings)
      const { include, exclude } = options
      const credential = await readCredential(options)
      const preview = await admin.sources.preview(options.knowledgeBase, {
        settings: { type: 'website', url, include, exclude },
        ...(credential ? { credential } : {}),
      })
      if (options.json) printJson(preview)
      else console.log(renderPreview(preview))
    })
}

export function renderPreview({ reachable, estimated_pages, sitemap, ...rest }: SourcePreview) {
  const pages = rest.sample.map(({ url, state, passages, title, reason }) => [
    state,
    passages === null ? '-' : String(passages),
    plain(url),
    plain(title ?? reason ?? ''),
  ])
  return [
    reachable
      ? `About ${estimated_pages} pages, ${sitemap === null ? 'no sitemap' : plain(sitemap)}`
      : 'The site did not answer.',
    '',
    renderTable([['STATE', 'PASSAGES', 'PAGE', 'TITLE OR REASON'], ...pages]),
    ...(rest.warnings.length === 0 ? [] : ['', ...rest.warnings.map(plain)]),
  ].join('\n')
}
