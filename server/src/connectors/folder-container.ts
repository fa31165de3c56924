/** The folder of a file, for rules: `folder:/docs/setup` of `docs/setup/install.md`. */
export const folderContainer = (path: string): string => {
  const folders = path.replace(/^\/+/, '').split('/').slice(0, -1)
  return `folder:/${folders.join('/')}`
}
