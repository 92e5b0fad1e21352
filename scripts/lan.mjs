// Where other devices of the network reach this machine, for `npm start -- --lan`. Plain JavaScript, as the host's own Node runs it.
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Interfaces of containers, virtual machines and tunnels: no phone in the room is on these. */
const virtual = /^(docker|br-|veth|virbr|vmnet|vboxnet|bridge|tun|tap|utun|wg|tailscale|zt|awdl|llw)/;
const isPrivate = (address) => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);

/** All addresses at once, or one that only this machine can tell the interface of: no link can lead there. */
const isNoAddress = /^(0(\.0){0,3}|::|.*%.*)$/;
/** What reaches this machine from itself alone. */
const isOnlyHere = /^(localhost|127\..*|::1)$/i;

/** The IPv4 addresses of this machine on its networks, the likeliest first: of a real interface, and of a network like those at home. */
export function findLanAddresses(interfaces = networkInterfaces()) {
  const rank = ({ name, address }) => (virtual.test(name) ? 2 : 0) + (isPrivate(address) ? 0 : 1);
  return Object.entries(interfaces)
    .flatMap(([name, addresses]) => (addresses ?? []).map((one) => ({ ...one, name })))
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .sort((one, other) => rank(one) - rank(other))
    .map(({ address }) => address);
}

/**
 * The settings with which the product listens on the network and links, mail and codes lead there. `HOST` says which address, where
 * there are several. On a machine without a network an address of its own will do, for whoever tries it out.
 * @throws Error with a line that says what to do, where that cannot be.
 */
export function lanSettings(environment = process.env, addresses = findLanAddresses()) {
  if (environment.PUBLIC_URL)
    throw new Error('--lan says itself what PUBLIC_URL is: leave it unset, or leave out --lan.');
  const HOST = (environment.HOST || addresses[0])?.replace(/^\[(.*)\]$/, '$1');
  if (!HOST)
    throw new Error(
      '--lan finds no network: connect this machine to that of the phone, or say its address with HOST=.',
    );
  if (isNoAddress.test(HOST) || (isOnlyHere.test(HOST) && addresses.length > 0))
    throw new Error(
      `--lan needs an address that a phone can open, and HOST=${environment.HOST} is none: leave HOST unset, or set it to one of ${addresses.join(', ') || "this machine's addresses"}.`,
    );
  return { HOST, PUBLIC_URL: `http://${isIPv6(HOST) ? `[${HOST}]` : HOST}:${environment.PORT || 3000}` };
}
