import { SaxesParser } from 'saxes'

export type StoredObject = {
  readonly key: string
  readonly etag: string
  readonly size: number
  readonly storageClass: string
}

export type ListedObjects = { readonly objects: StoredObject[]; readonly next: string | null }

const OBJECT_FIELDS = new Set(['Key', 'ETag', 'Size', 'StorageClass'])

/** A reply of ListObjectsV2, whose keys are URL-encoded. Throws if it is cut off or something else. */
export function parseListing(xml: string): ListedObjects {
  const objects: StoredObject[] = []
  const outer = new Map<string, string>()
  let fields = new Map<string, string>()
  readElements(xml, 'ListBucketResult', (path, text) => {
    const [name = '', parent] = path.toReversed()
    if (name === 'Contents') {
      objects.push(toObject(fields))
      fields = new Map()
    } else if (parent === 'Contents' && OBJECT_FIELDS.has(name)) fields.set(name, text)
    else if (path.length === 2) outer.set(name, text)
  })
  const isMore = outer.get('IsTruncated') === 'true'
  const next = outer.get('NextContinuationToken') ?? null
  if (isMore && next === null) throw new Error('The bucket does not say where its listing goes on.')
  return { objects, next: isMore ? next : null }
}

/** The code and the message of an error; an Enterprise proxy may send anything else. */
export function parseError(xml: string): { code: string; message: string; region: string | null } {
  const fields = new Map<string, string>()
  try {
    readElements(xml, 'Error', (path, text) => void fields.set(path.at(-1) ?? '', text))
  } catch {
    return { code: '', message: '', region: null }
  }
  return {
    code: fields.get('Code') ?? '',
    message: fields.get('Message') ?? '',
    region: fields.get('Region') ?? null,
  }
}

const toObject = (fields: ReadonlyMap<string, string>): StoredObject => ({
  key: decodeURIComponent((fields.get('Key') ?? '').replaceAll('+', ' ')),
  etag: (fields.get('ETag') ?? '').replaceAll('"', ''),
  size: Number(fields.get('Size') ?? 0),
  storageClass: fields.get('StorageClass') ?? 'STANDARD',
})

/** Calls back at the end of each element, with its path from the root and its own text. */
function readElements(
  xml: string,
  root: string,
  end: (path: readonly string[], text: string) => void,
): void {
  const path: string[] = []
  let text = ''
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    if (path.length === 0 && name !== root) throw new Error('The server sends no such list.')
    path.push(name)
    text = ''
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', () => {
    end(path, text)
    path.pop()
    text = ''
  })
  parser.on('error', () => {
    throw new Error('The list that the server sends is cut off.')
  })
  parser.write(xml).close()
}
