import type { FetchPage, RequestCredential } from '../../platform/network/fetch-page.ts'

/**
 * What to sign in with now. `refused`: what the server has just refused, so that another can be given if
 * there is one by now. null: nothing.
 */
export type ReadCredential = (refused?: RequestCredential) => Promise<RequestCredential | null>

/**
 * A fetch that signs in. The credential is read for every request: one that is replaced while a sync
 * runs is used at once, and one that is deleted is not used any more.
 */
export const withCredential =
  (fetchPage: FetchPage, read: ReadCredential): FetchPage =>
  async (request) => {
    const credential = await read()
    if (credential === null) return fetchPage(request)
    const response = await fetchPage({ ...request, credential })
    if (response.status !== 401 && response.status !== 403) return response
    // 403 may be a limit or one page's own: another token for the same credential would not help.
    const next = await read(response.status === 401 ? credential : undefined)
    const isOther = next !== null && JSON.stringify(next) !== JSON.stringify(credential)
    return isOther ? fetchPage({ ...request, credential: next }) : response
  }
