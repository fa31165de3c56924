/** What the widget says itself. `{0}` and `{1}` are filled in: see `fill`. */
export type Texts = {
  readonly ask: string
  readonly greeting: string
  readonly greetingFor: string
  readonly askQuestion: string
  readonly askFollowUp: string
  readonly send: string
  readonly stop: string
  readonly close: string
  readonly back: string
  readonly newConversation: string
  readonly startOver: string
  readonly restored: string
  readonly aiTools: string
  readonly searching: string
  readonly resultsFor: string
  readonly reading: string
  readonly stillWriting: string
  readonly ready: string
  readonly more: string
  readonly fromDocs: string
  readonly verified: string
  readonly openPage: string
  readonly sources: string
  readonly sourceLabel: string
  readonly copyAnswer: string
  readonly copyLink: string
  readonly copy: string
  readonly copied: string
  readonly didThisHelp: string
  readonly helped: string
  readonly helpedNot: string
  readonly askPerson: string
  readonly thanks: string
  readonly ratingFailed: string
  readonly next: string
  readonly pagesClose: string
  readonly contactSupport: string
  readonly tryAgain: string
  readonly askDifferently: string
  readonly askAgain: string
  readonly searchInstead: string
  readonly stopped: string
  readonly interrupted: string
  readonly requestId: string
  readonly retryIn: string
  readonly retryNow: string
  readonly offline: string
  readonly waitingForNetwork: string
  readonly threadEnded: string
  readonly network: string
  readonly disclaimer: string
  readonly disclaimerFor: string
  readonly poweredBy: string
  readonly charactersLeft: string
  readonly searchDocs: string
  readonly searchPlaceholder: string
  readonly askRow: string
  readonly askRowHint: string
  readonly passages: string
  readonly noPassages: string
  readonly passageCount: string
  readonly searchFailed: string
  readonly keyChoose: string
  readonly keyOpen: string
  readonly keyAsk: string
  readonly resize: string
  readonly aiToolsIntro: string
  readonly aiToolsSignIn: string
  readonly aiToolsAddress: string
  readonly formThinking: string
  readonly formFound: string
  readonly formSolved: string
  readonly formSend: string
  readonly formSendNow: string
  readonly opensInNewTab: string
  /** By code, in this language. English shows what the service says. */
  readonly errors: Readonly<Record<string, string>>
}

/** Puts values where `{0}` and `{1}` stand, and the word that fits the number for `{0:page|pages}`. */
export const fill = (text: string, ...values: (string | number)[]): string =>
  text.replaceAll(
    /\{(\d)(?::(.*?)\|(.*?))?\}/g,
    (_, index: string, one?: string, other?: string) => {
      const value = values[Number(index)] ?? ''
      return (value === 1 ? one : other) ?? String(value)
    },
  )
