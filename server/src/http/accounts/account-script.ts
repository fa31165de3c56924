import { accountRoutes } from '@footnote/contract/accounts/account-routes'

const TARGETS = JSON.stringify({
  setup: accountRoutes.setUp.path,
  invitation: accountRoutes.acceptInvitation.path,
})

/** Sends the form as JSON with the token of the link, and says what came back. Never builds HTML. */
export const ACCOUNT_SCRIPT = `'use strict'
const targets = ${TARGETS}
const form = document.querySelector('form')
const result = document.querySelector('#result')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const fields = Object.fromEntries(
    [...new FormData(form)].filter(([, value]) => value !== ''),
  )
  result.textContent = 'One moment…'
  try {
    const response = await fetch(targets[form.dataset.action], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: location.hash.slice(1), ...fields }),
    })
    const body = await response.json()
    if (!response.ok) throw new Error(body.error)
    form.remove()
    history.replaceState(null, '', location.pathname)
    result.textContent = 'Done. You are signed in as ' + body.email + '.'
  } catch (error) {
    result.textContent = error.message
  }
})
`
