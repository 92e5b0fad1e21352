// Where other devices of the network reach this machine, for `npm start -- --lan`. Plain JavaScript, as the host's own Node runs it.
import { networkInterfaces } from 'node:os';

/** Interfaces of containers, virtual machines and tunnels: no phone in the room is on these. */
const virtual = /^(docker|br-|veth|virbr|vmnet|vboxnet|bridge|tun|tap|utun|wg|tailscale|zt|awdl|llw)/;
const isPrivate = (address) => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);

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
 * there are several.
 * @throws Error with a line that says what to do, where that cannot be.
 */
export function lanSettings(environment = process.env, addresses = findLanAddresses()) {
  if (environment.PUBLIC_URL)
    throw new Error('--lan says itself what PUBLIC_URL is: leave it unset, or leave out --lan.');
  const HOST = environment.HOST || addresses[0];
  if (!HOST)
    throw new Error(
      '--lan finds no network: connect this machine to that of the phone, or say its address with HOST=.',
    );
  return { HOST, PUBLIC_URL: `http://${HOST}:${environment.PORT || 3000}` };
}
