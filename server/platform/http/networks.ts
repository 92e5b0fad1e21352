import { isIP } from 'node:net';
import { BoundedMap } from '../bounded-map.ts';

/** The networks of addresses that came lately: each is asked for at several steps of a request. */
const known = new BoundedMap<string, string>(2_000);

/**
 * The network of an address: IPv4 whole, IPv6 by its /64, which one household or phone holds. Some proxies add a port, which is
 * left out. Of a network it is the network itself. What is neither, as a proxy may pass on anything, and a connection that is gone
 * already, which has none, are all one network.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || address.length > longestAddress) return 'unknown';
  return known.getOrMake(address, () => findNetwork(address));
}

/** An IPv6 address with a zone, in brackets and with a port, is shorter. */
const longestAddress = 100;

function findNetwork(address: string): string {
  const [, withPort] = /^\[?(\d+(?:\.\d+){3}|(?<=\[)[^\]]*)\]?(?::\d{1,5})?$/.exec(address) ?? [];
  const plain = (withPort ?? address).replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  if (version === 0 && !isNetwork.test(plain)) return 'unknown';
  if (version === 4) return plain;
  const [head = '', tail = ''] = plain.toLowerCase().split('%')[0]!.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  // An IPv4 address at the end stands for two groups.
  const missing = plain.includes('::')
    ? 8 - groups.length - rest.length - Number(rest.at(-1)?.includes('.') ?? false)
    : 0;
  return [...groups, ...Array<string>(Math.max(missing, 0)).fill('0'), ...rest]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

const isNetwork = /^[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){3}$/i;

/** What lies around a network: of IPv4 the /24, of IPv6 the /48. */
export const areaOf = (network: string) =>
  network.includes(':') ? siteOf(network) : network.split('.').slice(0, 3).join('.');

/** The site of a network: of IPv6 the /48, which one customer commonly holds, with 65,536 networks in it; of IPv4 the address. */
export const siteOf = (network: string) => network.split(':').slice(0, 3).join(':');
