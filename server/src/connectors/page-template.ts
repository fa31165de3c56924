/** Most site generators serve `guide/index` as the page of its folder. */
const FOLDER_PAGES = /(?:^|(?<=\/))(?:index|readme)$/i

/** The URL of a file: `{path}` is its path without the extension, `{file}` with it. */
export function pageOfFile(template: string, path: string): string {
  const bare = path.replace(/\.[^./]+$/, '').replace(FOLDER_PAGES, '')
  return fill(template, { path: escapePath(bare), file: escapePath(path) })
}

export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

export const escapePath = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/')
