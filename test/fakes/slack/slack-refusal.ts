/** As Slack refuses: with status 200. */
export class SlackRefusal extends Error {
  readonly needed: string | undefined
  constructor(error: string, needed?: string) {
    super(error)
    this.needed = needed
  }
}
