/** Whether it is github.com or a tenant of ghe.com, whose API has a host of its own. */
const hasApiHost = ({ host }: URL): boolean => host === 'github.com' || host.endsWith('.ghe.com')

const buildAddress = (address: string, onApiHost: string, onServer: string): string => {
  const url = new URL(address)
  const { protocol, host } = url
  return hasApiHost(url)
    ? `${protocol}//api.${host}${onApiHost}`
    : `${protocol}//${host}${onServer}`
}

/** Where the REST API of a GitHub is: github.com, a tenant of ghe.com, or an Enterprise Server. */
export const restAddress = (address: string): string => buildAddress(address, '', '/api/v3')

export const graphqlAddress = (address: string): string =>
  buildAddress(address, '/graphql', '/api/graphql')
