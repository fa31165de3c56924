/** `__Host-`: browsers take it only over https, from this host, for all of it. */
export const cookieName = (publicUrl: string | null, name: string): string =>
  publicUrl?.startsWith('https://') ? `__Host-footnote_${name}` : `footnote_${name}`
