import type { ApiProduct } from './api-product.ts'
import { startDiscourse } from './discourse.ts'
import { startDrive } from './drive.ts'
import { startGitHub } from './github.ts'
import { startS3 } from './s3.ts'
import { startIntercom } from './intercom.ts'
import { startNotion } from './notion.ts'
import { startConfluence } from './confluence.ts'
import { startZendesk } from './zendesk.ts'

export const API_PRODUCTS: Readonly<Record<string, () => Promise<ApiProduct>>> = {
  confluence: () => startConfluence('cloud'),
  'confluence data center': () => startConfluence('data_center'),
  zendesk: startZendesk,
  github: startGitHub,
  s3: startS3,
  drive: startDrive,
  notion: startNotion,
  intercom: startIntercom,
  discourse: startDiscourse,
}
