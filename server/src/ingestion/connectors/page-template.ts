/** `guide/index` is the page of its folder, as most generators of sites have it. */
const FOLDER_PAGES = /(?:^|(?<=\/))(?:index|readme)$/i

/** The page of a file: `{path}` without its extension, `{file}` as it is. */
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
