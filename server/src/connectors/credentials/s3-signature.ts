import type { AccessKeyCredential } from '@footnote/contract/admin/source-credentials'
import { AwsV4Signer } from 'aws4fetch'
import type { RequestCredential } from '../../platform/network/fetch-page.ts'

/** Signs requests to S3 (AWS Signature Version 4). What is sent has no body. */
export const createS3Signer =
  (
    { access_key_id, secret_access_key }: AccessKeyCredential,
    region: string,
  ): NonNullable<RequestCredential['sign']> =>
  async ({ url, method }) => {
    const signer = new AwsV4Signer({
      url,
      method,
      service: 's3',
      region,
      accessKeyId: access_key_id,
      secretAccessKey: secret_access_key,
    })
    const { headers } = await signer.sign()
    return Object.fromEntries([...headers].filter(([name]) => name !== 'host'))
  }
