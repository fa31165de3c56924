/** Texts of what most readers never open. */
export type MoreTexts = {
  readonly aboutPage: string
  readonly askSelection: string
  readonly removeSelection: string
  readonly whyNot: string
  readonly reasonWrong: string
  readonly reasonOutdated: string
  readonly reasonIncomplete: string
  readonly reasonNotMyQuestion: string
  readonly whatWasWrong: string
  readonly sendComment: string
  readonly personIntro: string
  readonly yourName: string
  readonly yourEmail: string
  readonly yourMessage: string
  readonly whatIsSent: string
  readonly sentAlong: string
  readonly agreeToSend: string
  readonly sendMessage: string
  readonly cancel: string
  readonly messageSent: string
  readonly messageFailed: string
}
