import { cpSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeApiPage } from './api-page.ts'
import { FILES, linksIn } from './links.ts'
import { getPage, readSource, REPOSITORY, sourcePages } from './source-pages.ts'

/**
 * Copies every page, and what pages link to, to a folder with the addresses of the site. docs/ itself
 * keeps its names: READMEs for people who browse the repository, and no front matter.
 */
export function stagePages(into: string): void {
  rmSync(into, { recursive: true, force: true })
  const publicFolder = join(into, 'public')
  const linked = new Set<string>()
  for (const [file, page] of sourcePages()) {
    const markdown = readSource(file)
    write(join(into, `${page}.md`), markdown)
    for (const target of linksIn(markdown, file)) {
      if (getPage(target) === undefined && !target.startsWith('docs/pictures/')) linked.add(target)
    }
  }
  cpSync(join(REPOSITORY, 'docs/pictures'), join(into, 'pictures'), { recursive: true })
  cpSync(join(REPOSITORY, 'console/src/icon.svg'), join(publicFolder, 'icon.svg'))
  writeApiPage(publicFolder)
  for (const target of linked) copyFile(target, into, publicFolder)
}

/** A folder becomes a page that lists its files. */
function copyFile(target: string, into: string, publicFolder: string): void {
  const from = join(REPOSITORY, target)
  if (!statSync(from).isDirectory()) {
    cpSync(from, join(publicFolder, FILES, target))
    return
  }
  const names = globSync('**', { cwd: from, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
    .sort()
  for (const name of names) cpSync(join(from, name), join(publicFolder, FILES, target, name))
  const list = names.map((name) => `- [${name}](/${FILES}/${target}/${name})`).join('\n')
  write(join(into, FILES, target, 'index.md'), `# ${target}\n\n${list}\n`)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
