import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { aCertificate } from '../../../tests/a-certificate.ts';
import { isPublicAddress } from '../../platform/public-address.ts';
import { askLink, isFailure, isGone } from './ask-link.ts';

/** Stands for the public internet; all else is this machine. */
const outside = '127.0.0.2';
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server, scheme: string, host: string): Promise<string> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, host, done));
  return `${scheme}://${host}:${(server.address() as AddressInfo).port}`;
}
const serve = (listener: RequestListener, host = outside) => listen(createServer(listener), 'http', host);
const answering = (status: number, headers: Record<string, string> = {}) =>
  serve((_request, reply) => void reply.writeHead(status, headers).end('x'));

const never = new AbortController().signal;
const ask = (url: string, more: { deadlineMs?: number; signal?: AbortSignal } = {}) =>
  askLink(url, {
    ...{ userAgent: 'Holoholo link check (+https://holoholo.example)', signal: never, deadlineMs: 2_000 },
    ...{ isAllowed: (address: string) => address === outside, ...more },
  });

test.each([200, 204, 404, 410, 500, 503])('%i is told as it is', async (status) => {
  expect(await ask(await answering(status))).toBe(status);
});

test('it is asked politely, by HEAD alone where that is answered', async () => {
  const asked: string[] = [];
  const note: RequestListener = ({ method, headers }, reply) => {
    asked.push(`${method} ${headers['user-agent']}`);
    reply.end();
  };
  expect(await ask(await serve(note))).toBe(200);
  expect(asked).toEqual(['HEAD Holoholo link check (+https://holoholo.example)']);
});

test.each<[string, (reply: ServerResponse) => void]>([
  ['405', (reply) => void reply.writeHead(405).end()],
  ['404', (reply) => void reply.writeHead(404).end()],
  ['an end of the connection', (reply) => reply.destroy()],
])('a HEAD that is answered by %s is followed by a GET', async (_what, refuse) => {
  const url = await serve(({ method }, reply) => (method === 'HEAD' ? refuse(reply) : void reply.end('there')));
  expect(await ask(url)).toBe(200);
});

test('a server that says nothing is too slow, and what is called off ends', async () => {
  const url = await serve(() => {});
  expect(await ask(url, { deadlineMs: 100 })).toBe('too_slow');
  const stopping = AbortSignal.timeout(100);
  await expect(ask(url, { signal: stopping })).rejects.toThrow();
});

test('a server that answers a HEAD with nothing for long is asked by GET', async () => {
  const url = await serve(({ method }, reply) => void (method === 'GET' && reply.end('there')));
  expect(await ask(url, { deadlineMs: 1_000 })).toBe(200);
});

test('a server that changes to another protocol gives no answer', async () => {
  const server = createServer();
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
  });
  expect(await ask(await listen(server, 'http', outside))).toBe('no_answer');
});

test('of a body that never ends nothing is read', async () => {
  let sent = 0;
  let closed = Promise.withResolvers<void>();
  const pour = ({ method }: IncomingMessage, reply: ServerResponse) => {
    if (method === 'HEAD') return void reply.writeHead(405).end();
    closed = Promise.withResolvers();
    const piece = Buffer.alloc(64 * 1024);
    const write = () => {
      while (!reply.destroyed && reply.write(piece)) sent += piece.length;
    };
    reply.on('drain', write).on('close', () => closed.resolve());
    write();
  };
  expect(await ask(await serve(pour))).toBe(200);
  await closed.promise;
  expect(sent).toBeLessThan(8 * 1024 * 1024);
});

test('it follows ten redirects, and no more', async () => {
  const url = await serve(({ url: path = '' }, reply) => {
    const left = Number(path.slice(1));
    if (left === 0) return void reply.end();
    reply.writeHead(302, { location: `/${left - 1}` }).end();
  });
  expect(await ask(`${url}/10`)).toBe(200);
  expect(await ask(`${url}/11`)).toBe('redirects');
});

test.each([
  ['http://169.254.169.254/latest/meta-data/', 'not_public'],
  ['http://127.0.0.1:1/', 'not_public'],
  ['http://localhost:1/', 'not_public'],
  ['http://[::1]:1/', 'not_public'],
  ['http://[::ffff:127.0.0.1]:1/', 'not_public'],
  ['http://2130706433/', 'not_public'],
  ['file:///etc/passwd', 'redirects'],
  ['http://a:b@127.0.0.2/', 'redirects'],
  ['http://no-such-host.invalid/', 'no_host'],
])('led to %s it goes nowhere: %s', async (location, answer) => {
  expect(await ask(await answering(302, { location }))).toBe(answer);
  if (location.startsWith('http:') && answer !== 'redirects') expect(await ask(location)).toBe(answer);
});

test('this machine is not asked, whatever listens there', async () => {
  let asked = 0;
  const url = await serve((_request, reply) => {
    asked += 1;
    reply.end();
  }, '127.0.0.1');
  expect(await ask(url)).toBe('not_public');
  expect(await ask(url.replace('127.0.0.1', 'localhost'))).toBe('not_public');
  expect(asked).toBe(0);
});

test('a certificate that nobody vouches for is not secure; no server at all cannot be reached', async () => {
  const secure = createSecureServer(aCertificate(), (_request, reply) => void reply.end());
  expect(await ask(await listen(secure as unknown as Server, 'https', outside))).toBe('not_secure');
  const gone = await answering(200);
  servers.at(-1)!.close();
  expect(await ask(gone)).toBe('unreachable');
});

test('which answers are failures', () => {
  expect([200, 301, 401, 403, 405, 429].map(isFailure)).toEqual(Array(6).fill(false));
  expect([400, 404, 410, 500, 503, 'too_slow', 'not_public'].map((one) => isFailure(one as never))).toEqual(
    Array(7).fill(true),
  );
  expect([404, 410, 500, 'no_host'].map((one) => isGone(one as never))).toEqual([true, true, false, false]);
});

test.each([
  ...['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'].map((one) => [one, true] as const),
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'].map(
    (one) => [one, false] as const,
  ),
  ...['255.255.255.255', '224.0.0.1', '::1', '::', '::ffff:8.8.8.8', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1'].map(
    (one) => [one, false] as const,
  ),
  ...['2001:db8::1', '2002:7f00:1::', '2001:0:53aa::1', '64:ff9b::7f00:1', 'localhost', ''].map(
    (one) => [one, false] as const,
  ),
])('%s is an address of the public internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
