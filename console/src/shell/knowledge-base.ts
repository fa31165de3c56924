import { useParams } from '@tanstack/react-router'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId'

/** The ids in the address, on every page inside the shell. */
export const useScope = (): { workspaceId: string; knowledgeBaseId: string } =>
  useParams({ from: ROUTE })
