import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import type { DocumentFacts } from '../blocks.ts'
import { collapse } from '../blocks.ts'
import { parseXml } from './xml.ts'

/** What an Office document says about itself. */
export async function officeFacts(
  archive: Archive,
): Promise<DocumentFacts & { title: string | null }> {
  const facts = new Map<string, string>()
  if (archive.has('docProps/core.xml')) {
    let name = ''
    parseXml(await archive.text('docProps/core.xml'), {
      open: (opened) => (name = opened),
      text: (text) => facts.set(name, (facts.get(name) ?? '') + text),
      close: () => (name = ''),
    })
  }
  const created = new Date(facts.get('created') ?? '')
  return {
    title: collapse(facts.get('title') ?? '') || null,
    language: facts.get('language'),
    publishedAt: Number.isNaN(created.getTime()) ? undefined : created,
  }
}

export type Relation = { target: string; type: string }

/** The relations of a part by id; targets are names in the archive. */
export async function readRelations(
  archive: Archive,
  part: string,
): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part)
  const name = `${folder}/_rels/${posix.basename(part)}.rels`
  const relations = new Map<string, Relation>()
  if (!archive.has(name)) return relations
  parseXml(await archive.text(name), {
    open(_, { Id: id, Target: target, Type: type = '' }) {
      if (id === undefined || target === undefined) return
      const isWhole = target.startsWith('/')
      relations.set(id, {
        target: isWhole ? target.slice(1) : posix.join(folder, target),
        type: type.slice(type.lastIndexOf('/') + 1),
      })
    },
  })
  return relations
}
