/** As the attributes of the script tag, in camel case. `docs/guides/widget.md` explains each. */
export type WidgetOptions = {
  /** Where the service is, such as `https://answers.example.com`. Default: the page's own origin. */
  readonly baseUrl?: string | undefined
  /** A public key of the knowledge base. */
  readonly clientKey: string
  /** Needed unless `widgetId` names a saved widget. */
  readonly knowledgeBaseId?: string | undefined
  readonly widgetId?: string | undefined
  readonly mode?: 'floating' | 'modal' | 'sidebar' | 'inline' | 'search-only' | undefined
  /** The element that `inline` fills. */
  readonly place?: Element | undefined
  /** Selector of the element that `inline` fills. */
  readonly target?: string | undefined
  readonly productName?: string | undefined
  readonly logoUrl?: string | undefined
  readonly supportUrl?: string | undefined
  readonly greeting?: string | undefined
  readonly placeholder?: string | undefined
  readonly launcherLabel?: string | undefined
  /** Empty for none. */
  readonly disclaimer?: string | undefined
  /** Replaces any of the widget's own texts, by name. */
  readonly texts?: Readonly<Record<string, string>> | undefined
  /** In place of the knowledge base's. */
  readonly starterQuestions?: readonly string[] | undefined
  /** False: no menu for connecting AI tools. */
  readonly aiTools?: boolean | undefined
  /** False: readers are not offered to ask about text that they select on the page. */
  readonly selection?: boolean | undefined
  /** False: no form to ask a person. */
  readonly contact?: boolean | undefined
  /** False: no button; `open()` and the hotkey remain. */
  readonly launcher?: boolean | undefined
  readonly hideBranding?: boolean | undefined
  readonly language?: string | undefined
  readonly theme?: 'auto' | 'light' | 'dark' | undefined
  /** Selector of the element whose theme `auto` follows. */
  readonly themeSelector?: string | undefined
  readonly accent?: string | undefined
  readonly accentDark?: string | undefined
  readonly position?: 'bottom-right' | 'bottom-left' | undefined
  /** Such as `mod+k`, or `none`. */
  readonly hotkey?: string | undefined
  /** Selector of the element that makes room for the sidebar. */
  readonly push?: string | undefined
  /** What an address that ends in `#ask=…` does. */
  readonly deepLink?: 'fill' | 'send' | 'off' | undefined
  readonly font?: 'system' | 'page' | undefined
  readonly groupIds?: readonly string[] | undefined
  /** Labels that questions are limited to, such as `{ version: '2' }`; `path:1`: a segment of the path. */
  readonly filter?: Readonly<Record<string, string | readonly string[]>> | undefined
  readonly userId?: string | undefined
  readonly userEmail?: string | undefined
  /** Selectors of support forms, and of the fields in them. */
  readonly formSelector?: string | undefined
  readonly formSubject?: string | undefined
  readonly formDescription?: string | undefined
  /** Mints CAPTCHA tokens in place of Google's script. */
  readonly captchaToken?:
    | ((action: 'chat' | 'search' | 'feedback' | 'form_deflect' | 'contact') => Promise<string>)
    | undefined
  /** Says who is asking: called for a token of your login before each request. Null: nobody signed in. */
  readonly getReaderToken?:
    | (() => string | null | undefined | Promise<string | null | undefined>)
    | undefined
}

export type WidgetApi = {
  open(): Promise<void>
  close(): void
  /** Opens the panel and asks. With `send: false` the question is only filled in. */
  ask(question: string, how?: { send?: boolean }): Promise<void>
  update(options: Partial<WidgetOptions>): void
  /** Removes the widget from the page. */
  destroy(): void
}
