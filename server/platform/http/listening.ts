import dns from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SettingsError } from '../settings.ts';

/**
 * Connections that wait for us to accept them, as far as the system allows (Linux: 4,096). Of what comes beyond the system hears
 * nothing more for a second: with Node's 511 a guest waited that long while another address opened a thousand.
 */
const backlog = 4_096;

/** What listens for an app beside its HTTP server and hands its connections to it. */
const doors = new WeakMap<FastifyInstance, Server[]>();

/**
 * Listens at a host, at `localhost` on each of its addresses. The framework would make an HTTP server for each of these, and what
 * bounds the connections of one would not see those of the others; here all connections come to one.
 * @param port 0 for any that is free.
 * @returns the URL of the first address.
 * @throws SettingsError naming HOST or PORT where the first address cannot be listened at; others that cannot are left out.
 */
export async function listen(app: FastifyInstance, { port, host }: { port: number; host: string }): Promise<string> {
  const [first = host, ...others] = host === 'localhost' ? await addressesOf(host) : [host];
  const url = await app.listen({ port, host: first, backlog }).catch((error: NodeJS.ErrnoException) => {
    throw namingSetting(error, port, host);
  });
  const { port: taken } = app.server.address() as AddressInfo;
  for (const other of others) {
    // With the options that Node's HTTP server listens with.
    const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    );
    door.listen({ port: taken, host: other, backlog });
    await once(door, 'listening').then(
      () => doors.set(app, [...(doors.get(app) ?? []), door]),
      () => {},
    );
  }
  return url;
}

/** The setting to change where an address cannot be listened at. */
function namingSetting(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const { code = '' } = error;
  if (code === 'EADDRINUSE') return new SettingsError(`PORT should be another one: ${port} is taken on ${host}`);
  if (code === 'EACCES')
    return new SettingsError(`PORT should be one that this user may listen at, 1024 or above: ${port} is not`);
  // No such address, or none of this machine; ENETUNREACH and EAFNOSUPPORT where it has no IPv6.
  if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_\w+|EINVAL|ENETUNREACH|EAFNOSUPPORT)$/.test(code))
    return new SettingsError(`HOST should be a name or an address of this machine: ${host} is none (${code})`);
  return error;
}

/** Takes no more connections beside the HTTP server. Settles when those that were taken are over. */
export async function closeDoors(app: FastifyInstance): Promise<void> {
  await Promise.all((doors.get(app) ?? []).map((door) => new Promise((closed) => door.close(closed))));
}

function addressesOf(name: string): Promise<string[]> {
  return new Promise((resolve) => {
    dns.lookup(name, { all: true }, (error, found) => resolve(error ? [] : found.map(({ address }) => address)));
  });
}
