import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { router } from './router.tsx'
import { SignInDialog } from './session/sign-in-dialog.tsx'
import { SignInPage } from './session/sign-in.tsx'
import { useSessionState } from './session/session.ts'
import { applyTheme } from './shell/theme.ts'
import './styles/index.css'

applyTheme()

function Console() {
  const state = useSessionState()
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
