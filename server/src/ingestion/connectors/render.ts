/** Opens pages in a browser, for sites that JavaScript writes. */
export type Renderer = {
  /** The page as it is once its scripts have run. */
  render(url: string, html: string, signal: AbortSignal): Promise<string>
  close(): Promise<void>
}
