import { BlockList, isIP } from 'node:net'

/** Private addresses that the operator allows, by name or by network. */
export type PrivateHosts = {
  /** Allowed whatever the name resolves to. */
  allowsHost(hostname: string, port: number): boolean
  allowsAddress(address: string): boolean
}

export const NO_PRIVATE_HOSTS: PrivateHosts = {
  allowsHost: () => false,
  allowsAddress: () => false,
}
export const ALL_PRIVATE_HOSTS: PrivateHosts = {
  allowsHost: () => true,
  allowsAddress: () => true,
}

/** Reads `wiki.internal, 10.0.0.5:8080, [fd00::1]:80, 10.20.0.0/16`. Throws on what is neither. */
export function parsePrivateHosts(list: string): PrivateHosts {
  const hosts = new Set<string>()
  const networks = new BlockList()
  for (const entry of list.split(',').map((each) => each.trim())) {
    if (entry === '') continue
    if (entry.includes('/')) addNetwork(networks, entry)
    else hosts.add(readHost(entry))
  }
  return {
    allowsHost: (hostname, port) => hosts.has(hostname) || hosts.has(`${hostname}:${port}`),
    allowsAddress: (address) => {
      const family = isIP(address)
      return family !== 0 && networks.check(address, family === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

function addNetwork(networks: BlockList, entry: string): void {
  const [network = '', prefix = '', ...rest] = entry.split('/')
  const family = isIP(network)
  const bits = Number(prefix)
  const fits = /^\d{1,3}$/.test(prefix) && bits <= (family === 4 ? 32 : 128)
  if (family === 0 || !fits || rest.length > 0) throw new Error(`"${entry}" is not a network`)
  networks.addSubnet(network, bits, family === 4 ? 'ipv4' : 'ipv6')
}

/** Spelt as a URL's hostname, with a port if there is one. */
function readHost(entry: string): string {
  const [, name = '', port] = /^(\[[^\]]+\]|[^:/?#@\s]+)(?::(\d{1,5}))?$/.exec(entry) ?? []
  const address = `http://${name}/`
  if (name === '' || !URL.canParse(address)) throw new Error(`"${entry}" is not a host`)
  const hostname = new URL(address).hostname.replaceAll(/^\[|\]$/g, '')
  return port === undefined ? hostname : `${hostname}:${port}`
}
