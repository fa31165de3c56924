/** Collects what is to be recorded and writes it from time to time, so that no request waits for it. */
export type Recorder<Entry> = {
  record: (entry: Entry) => void
  /** Writes what is left. */
  close: () => Promise<void>
}

export type RecorderOptions<Entry> = {
  /** Entries with the same name are merged. */
  getName: (entry: Entry) => string
  merge: (earlier: Entry, later: Entry) => Entry
  /** What it throws is reported, and the entries are lost: they are counts, not facts to act on. */
  write: (entries: readonly Entry[]) => Promise<void>
  onError: (error: unknown) => void
  intervalMs: number
  /** Further names are left out until the next write. */
  maxEntries: number
}

export function createRecorder<Entry>(options: RecorderOptions<Entry>): Recorder<Entry> {
  const { getName, merge, onError, intervalMs, maxEntries } = options
  let waiting = new Map<string, Entry>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const entries = [...waiting.values()]
    waiting = new Map()
    if (entries.length > 0) {
      writing = writing.then(() => options.write(entries)).catch(onError)
    }
    return writing
  }

  return {
    record(entry) {
      const name = getName(entry)
      const earlier = waiting.get(name)
      if (!earlier && waiting.size >= maxEntries) return
      waiting.set(name, earlier ? merge(earlier, entry) : entry)
      timer ??= setTimeout(() => void flush(), intervalMs).unref()
    },
    close: flush,
  }
}
