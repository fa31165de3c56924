import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { router } from './router.tsx'
import { resumeSession, useSessionState } from './session/session.ts'
import { SignInDialog } from './session/sign-in-dialog.tsx'
import { SignInPage } from './session/sign-in.tsx'
import { Unreachable } from './session/unreachable.tsx'
import { applyTheme } from './shell/theme.ts'
import './styles/index.css'

applyTheme()
void resumeSession()

const SetupPage = lazy(() =>
  import('./session/setup.tsx').then((page) => ({ default: page.SetupPage })),
)
const InvitationPage = lazy(() =>
  import('./session/invitation.tsx').then((page) => ({ default: page.InvitationPage })),
)

const ResetPage = lazy(() =>
  import('./session/reset.tsx').then((page) => ({ default: page.ResetPage })),
)

/** Open to whoever has the link, signed in or not. */
const LINK_PAGES = new Map([
  ['/console/setup', <SetupPage key="setup" />],
  ['/console/invitation', <InvitationPage key="invitation" />],
  ['/console/new-password', <ResetPage key="new-password" />],
])

function Console() {
  const state = useSessionState()
  if (state === 'starting') return null
  if (state === 'unreachable') return <Unreachable />
  const linkPage = LINK_PAGES.get(location.pathname)
  if (linkPage) return <Suspense>{linkPage}</Suspense>
  if (state === 'closed') return <SignInPage />
  return (
    <>
      <RouterProvider router={router} />
      {state === 'expired' && <SignInDialog />}
    </>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Console />
      </QueryClientProvider>
    </StrictMode>,
  )
}
