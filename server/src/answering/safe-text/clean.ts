/** Invisible characters that can hide an address or turn text around, and NUL. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\0]/g
/** Joiners, which some scripts need between their own letters, have no business behind ASCII. */
const JOINERS = /(?<=^|[\0-\x7f])[\u200c\u200d]+/g
/** May belong to what comes next. */
const UNFINISHED = /[\r\ud800-\udbff]$/

/** Takes out what nobody sees, and makes every line end with a line feed. */
export function createCleaner(): (delta: string, isEnd: boolean) => string {
  let unfinished = ''
  let previous = ''
  return (delta, isEnd) => {
    const whole = unfinished + delta
    unfinished = isEnd ? '' : (UNFINISHED.exec(whole)?.[0] ?? '')
    const text = previous + whole.slice(0, whole.length - unfinished.length)
    const cleaned = text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').replace(JOINERS, '')
    const added = cleaned.slice(previous.length)
    // Joiners are judged by the character before them.
    previous = /[^\u200c\u200d]?[\u200c\u200d]*$/.exec(cleaned)?.[0] ?? ''
    return added
  }
}
