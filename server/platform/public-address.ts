import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What is no address of the public internet: this machine, its networks, those of clouds' own servers, and what is put aside. */
const others = new BlockList();
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ] as const),
] as const)
  others.addSubnet(network, bits, 'ipv4');
/** Of version 6 all that is public begins alike; of that these are not, or stand for addresses of version 4. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  others.addSubnet(network, bits, 'ipv6');

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !others.check(address, 'ipv4');
  return version === 6 && global.check(address, 'ipv6') && !others.check(address, 'ipv6');
}

/** Finds the addresses of a host. */
export type Resolve = (host: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

/**
 * Looks a host up for a connection, once, and refuses it where any of its addresses is not allowed: whoever answers for its name must not
 * lead us into our own network. @param refusal what the connection fails with then
 */
export const lookUpAllowed =
  (isAllowed: (address: string) => boolean, refusal: () => Error, resolve: Resolve = lookup): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }).then(
      (found) => {
        if (!found[0] || !found.every(({ address }) => isAllowed(address))) done(refusal(), '');
        // Node's own trial of several addresses asks for a list.
        else if (options.all) done(null, found);
        else done(null, found[0].address, found[0].family);
      },
      (error) => done(error, ''),
    );
  };
