import { DOCUMENT, ROOT, startFakeDrive } from '../../fakes/drive.ts'
import type { ApiProduct } from './api-product.ts'

export async function startDrive(): Promise<ApiProduct> {
  const drive = await startFakeDrive()
  let changes = 0
  return {
    api: drive,
    settings: { type: 'drive', folder: ROOT, api_url: drive.origin },
    credential: { type: 'service_account', key_file: drive.keyFile },
    form: {
      kind: 'Google Drive folder',
      fields: { 'Folder URL': ROOT, 'API URL': drive.origin },
    },
    signIn: { kind: 'Service account', fields: { 'Key file': drive.keyFile } },
    signedIn: `as ${drive.account}`,
    reads: 'the folder Handbook',
    put(number, { title, text }) {
      changes += 1
      const id = `page-${number}`
      const modifiedTime = new Date(Date.UTC(2026, 9, 5) + changes).toISOString()
      const body = `# ${title}\n\n${text}`
      drive.files = [
        ...drive.files.filter((file) => file.id !== id),
        { id, name: title, mimeType: DOCUMENT, parent: ROOT, body, modifiedTime },
      ]
    },
    remove(number) {
      drive.files = drive.files.filter(({ id }) => id !== `page-${number}`)
    },
    revoke() {
      drive.isKeyDeleted = true
      drive.revokeTokens()
    },
    restore() {
      drive.isKeyDeleted = false
    },
    close: () => drive.close(),
  }
}
