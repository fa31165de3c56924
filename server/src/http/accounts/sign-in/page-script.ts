import { accountRoutes } from '@footnote/contract/accounts/account-routes'
import { emailLinkRoutes } from '@footnote/contract/accounts/email-link-routes'
import { CONSOLE_PATHS } from '@footnote/contract/paths'

const TARGETS = JSON.stringify({
  link: emailLinkRoutes.signInByLink.path,
  code: accountRoutes.confirmSignIn.path,
})

/** Sends the token of the link, and the code where one is asked for. Never builds HTML. */
export const PAGE_SCRIPT = `'use strict'
const targets = ${TARGETS}
const form = document.querySelector('form')
const result = document.querySelector('#result')
const code = document.querySelector('#code')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { action } = form.dataset
  const body =
    action === 'link'
      ? { token: location.hash.slice(1) }
      : { code: new FormData(form).get('code').trim() }
  result.textContent = 'One moment…'
  try {
    const response = await fetch(targets[action], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const reply = await response.json()
    if (!response.ok) throw new Error(reply.error)
    if (!reply.second_factor) return location.replace('${CONSOLE_PATHS.start}')
    form.dataset.action = 'code'
    code.hidden = code.disabled = false
    result.textContent = ''
    code.querySelector('input').focus()
  } catch (error) {
    result.textContent = error.message
  }
})
`
