/** `__Host-`: browsers accept it only over https, and for exactly this host and all of its paths. */
export const cookieName = (publicUrl: string | null, name: string): string =>
  publicUrl?.startsWith('https://') ? `__Host-footnote_${name}` : `footnote_${name}`
