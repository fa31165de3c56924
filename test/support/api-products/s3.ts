import { startFakeS3 } from '../../fakes/s3.ts'
import type { ApiProduct } from './api-product.ts'

export async function startS3(): Promise<ApiProduct> {
  const s3 = await startFakeS3()
  const keyPair = { ...s3.keyPair }
  const page_url = 'https://files.example.com/{file}'
  const makeKey = (number: number) => `manual/page-${number}.md`
  return {
    api: s3,
    settings: {
      type: 's3',
      endpoint: s3.origin,
      region: 'eu-central-1',
      bucket: 'docs',
      prefix: 'manual/',
      page_url,
    },
    credential: { type: 'access_key', ...keyPair },
    form: {
      kind: 'S3 bucket',
      fields: {
        'Endpoint URL': s3.origin,
        Region: 'eu-central-1',
        Bucket: 'docs',
        Prefix: 'manual/',
        'Page URL pattern': page_url,
      },
    },
    signIn: {
      kind: 'Access key',
      fields: {
        'Access key ID': keyPair.access_key_id,
        'Secret access key': keyPair.secret_access_key,
      },
    },
    signedIn: `with the access key ${keyPair.access_key_id}`,
    reads: 'the bucket docs below manual/',
    put: (number, { title, text }) =>
      void s3.objects.set(makeKey(number), { body: `# ${title}\n\n${text}` }),
    remove: (number) => void s3.objects.delete(makeKey(number)),
    revoke() {
      s3.keyPair.secret_access_key = 'another'
    },
    restore() {
      s3.keyPair.secret_access_key = keyPair.secret_access_key
    },
    close: () => s3.close(),
  }
}
