export type Page = { url: string; status: number; text: string; headers: Headers }

export type HandBrowser = {
  /** Follows redirects, except one to an address that begins with `stopAt`, which is returned. */
  open(url: string, options?: { form?: Record<string, string>; stopAt?: string }): Promise<Page>
  cookies: Map<string, { value: string; path: string }>
}

/** Cookies and redirects, as a browser has them, and nothing else. */
export function openBrowser(): HandBrowser {
  const cookies: HandBrowser['cookies'] = new Map()

  function keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
      if (value === '') cookies.delete(`${path} ${name}`)
      else cookies.set(`${path} ${name}`, { value: `${name}=${value}`, path })
    }
  }

  const cookieFor = (url: URL): string =>
    [...cookies.values()]
      .filter(({ path }) => url.pathname.startsWith(path))
      .map(({ value }) => value)
      .join('; ')

  return {
    cookies,
    async open(url, { form, stopAt } = {}) {
      let next = new URL(url)
      let body = form && new URLSearchParams(form)
      for (let hops = 0; hops < 20; hops += 1) {
        if (stopAt !== undefined && next.href.startsWith(stopAt)) {
          return { url: next.href, status: 0, text: '', headers: new Headers() }
        }
        const response: Response = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: cookieFor(next), accept: 'text/html' },
          ...(body ? { method: 'POST', body } : {}),
        })
        keep(response)
        const location = response.headers.get('location')
        if (location === null) {
          const { status, headers } = response
          return { url: next.href, status, text: await response.text(), headers }
        }
        next = new URL(location, next)
        body = undefined
      }
      throw new Error('Too many redirects')
    },
  }
}
