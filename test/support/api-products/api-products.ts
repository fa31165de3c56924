import type { ApiProduct } from './api-product.ts'
import { startGitHub } from './github.ts'
import { startZendesk } from './zendesk.ts'

export const API_PRODUCTS: Readonly<Record<string, () => Promise<ApiProduct>>> = {
  zendesk: startZendesk,
  github: startGitHub,
}
