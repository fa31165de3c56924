declare module '*.css?inline' {
  const css: string
  // oxlint-disable-next-line import/no-default-export -- this is how Vite exports it
  export default css
}

/** File name of the panel's module beside the loader, with its hash. Vite fills it in. */
declare const PANEL_FILE: string
