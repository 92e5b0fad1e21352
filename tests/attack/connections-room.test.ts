import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerUnreadable, boundConnections, giveTime } from '../../server/platform/http/connections.ts';
import { OpenConnections } from '../../server/platform/http/open-connections.ts';

/** Of one network, as server/platform/http/connections.ts has it. */
const most = 600;

let server: Server;
let sockets: Socket[];
/** Milliseconds of the server's clock. */
let now: number;
/** Requests that have come and are not answered. */
let waiting: Map<string, ServerResponse>;
beforeEach(async () => {
  waiting = new Map();
  now = 0;
  sockets = [];
  server = createServer((request, response) => {
    if (request.url!.startsWith('/hold')) waiting.set(request.url!, response);
    else response.end('ok');
  });
  server.keepAliveTimeout = 60_000;
  server.setMaxListeners(0);
  boundConnections(server, { perSite: true, now: () => now });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

/** Fills what there is for headers with requests whose bodies do not come. */
async function fillHeaders(): Promise<void> {
  const post = 'POST /hold HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n';
  await Promise.all(Array.from({ length: 450 }, () => open(`${post}${manyHeaders}\r\n`)));
  await Promise.all(Array.from({ length: 50 }, () => open(`${post}\r\n`)));
}
const manyHeaders = Array.from({ length: 88 }, (_, at) => `x-${at}: ${'a'.repeat(75)}\r\n`).join('');
const big = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n${manyHeaders}\r\n`;

/** Opens a connection, sends bytes, and waits until the server has taken it, or the end of its answer where it asks for one. */
async function open(bytes = '', until: 'taken' | 'answered' = 'taken', localAddress = '127.0.0.1'): Promise<Socket> {
  const taken = new Promise((resolve) => server.once('connection', resolve));
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => {});
  await taken;
  if (bytes) socket.write(bytes);
  if (until === 'answered') await new Promise((resolve) => socket.once('data', resolve));
  else socket.resume();
  return socket;
}
const get = (path = '/') => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const held = async (path: string, localAddress?: string) => {
  const socket = await open(get(path), 'taken', localAddress);
  await expect.poll(() => waiting.has(path)).toBe(true);
  return socket;
};
/** As many connections at work, in no order. */
async function keepBusy(count: number): Promise<Socket[]> {
  const busy = await Promise.all(Array.from({ length: count }, (_, at) => open(get(`/hold/${at}`))));
  await expect.poll(() => busy.every((_, at) => waiting.has(`/hold/${at}`))).toBe(true);
  return busy;
}
const isOpen = (socket: Socket) => !socket.closed;

/** Opens one more and says which of these had to go for it. */
async function whoMakesRoom(all: Record<string, Socket>): Promise<string[]> {
  const before = Object.keys(all).filter((name) => isOpen(all[name]!));
  const latest = await open();
  await expect.poll(() => !isOpen(latest) || before.some((name) => !isOpen(all[name]!))).toBe(true);
  return before.filter((name) => !isOpen(all[name]!));
}

test('each new connection ends another one: the silent in their order, then the idle', {
  timeout: 60_000,
}, async () => {
  const idle = await open(get(), 'answered');
  const first = await open();
  const second = await open();
  const busy = await keepBusy(most - 3);
  const all = { idle, first, second };
  // They have had time for a request.
  now += 3_000;
  expect(await whoMakesRoom(all)).toEqual(['first']);
  expect(await whoMakesRoom(all)).toEqual(['second']);
  // Those that have just come are silent as well, and have a moment to ask: the idle one makes room for them.
  expect(await whoMakesRoom({ idle })).toEqual(['idle']);
  expect(busy.every(isOpen)).toBe(true);
});

test('a connection that has ended is none that could make room', { timeout: 60_000 }, async () => {
  const gone = [await open(), await open(get(), 'answered')];
  for (const socket of gone) socket.destroy();
  await expect.poll(() => connections()).toBe(0);
  const busy = await keepBusy(most);
  // Nobody can make room: it is the new one that has to go.
  const refused = await open();
  await expect.poll(() => isOpen(refused)).toBe(false);
  expect([await connections(), busy.every(isOpen)]).toEqual([most, true]);
});

test('who is in the middle of a request makes no room, idle before or not; whose body is on its way does, but for a file', {
  timeout: 60_000,
}, async () => {
  const busy: Record<string, Socket> = { new: await held('/hold/new') };
  const again = await open(get(), 'answered');
  again.write(get('/hold/again'));
  await expect.poll(() => waiting.has('/hold/again')).toBe(true);
  busy.again = again;
  const sent = await open('POST /hold/sent HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n');
  await expect.poll(() => waiting.has('/hold/sent')).toBe(true);
  busy.sent = sent;
  const file = await open('POST /hold/file HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{');
  await expect.poll(() => waiting.has('/hold/file')).toBe(true);
  giveTime(server, waiting.get('/hold/file')!.req, 9);
  busy.file = file;
  const sending = await open('POST /hold/sending HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{');
  await expect.poll(() => waiting.has('/hold/sending')).toBe(true);
  await keepBusy(most - 5);
  // The whole of this body is there, and its connection is not silent any more.
  sent.write('{}');
  waiting.get('/hold/sent')!.req.resume();
  await new Promise((resolve) => waiting.get('/hold/sent')!.req.once('end', resolve));
  now += 3_000;
  expect(await whoMakesRoom({ ...busy, sending })).toEqual(['sending']);
  // The newest is silent and makes room for the next; none of those at work does.
  await open();
  expect(Object.values(busy).every(isOpen)).toBe(true);
});

const connections = () =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

test('who was idle and is at work again makes no room', { timeout: 60_000 }, async () => {
  const again = await open(get(), 'answered');
  again.write(get('/hold/again'));
  await expect.poll(() => waiting.has('/hold/again')).toBe(true);
  await keepBusy(most - 1);
  const refused = await open();
  await expect.poll(() => isOpen(refused)).toBe(false);
  expect(isOpen(again)).toBe(true);
});

test('guests who have just come are not the ones who go for the next: the idle are, longest first', {
  timeout: 60_000,
}, async () => {
  const idle = [await open(get(), 'answered'), await open(get(), 'answered')];
  await keepBusy(most - 2);
  const guests = [await open(), await open()];
  await expect.poll(() => idle.some(isOpen)).toBe(false);
  for (const guest of guests) {
    guest.write(get());
    guest.resume();
  }
  await Promise.all(guests.map((guest) => new Promise((resolve) => guest.once('data', resolve))));
});

test('who was answered before the whole body was there is idle and no longer silent', { timeout: 60_000 }, async () => {
  const answered = await open('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{', 'answered');
  const silent = await open();
  const busy = await keepBusy(most - 2);
  now += 3_000;
  const all = { answered, silent };
  expect(await whoMakesRoom(all)).toEqual(['silent']);
  expect(busy.every(isOpen)).toBe(true);
});

test('where all of a network are at work, the one that has been longest makes room, after a second', {
  timeout: 60_000,
}, async () => {
  const slow = await held('/hold/slow');
  now += 500;
  const busy = await keepBusy(most - 1);
  now += 400;
  const early = await open();
  await expect.poll(() => isOpen(early)).toBe(false);
  expect(isOpen(slow)).toBe(true);
  now += 200;
  const guest = await open();
  await expect.poll(() => isOpen(slow)).toBe(false);
  expect([isOpen(guest), busy.every(isOpen)]).toEqual([true, true]);
});

test('answers that wait for their readers are bounded in bytes; small ones go on, for five minutes at most', {
  timeout: 60_000,
}, async () => {
  const readers = await Promise.all(Array.from({ length: 30 }, (_, at) => held(`/hold/${at}`)));
  for (const reader of readers) reader.pause();
  const small = await held('/hold/small');
  for (const [path, response] of waiting) {
    if (path === '/hold/small') response.write('a little');
    else response.end(Buffer.alloc(8 * 1024 * 1024));
  }
  now += 3_000;
  await expect.poll(connections).toBeLessThan(8);
  expect(await connections()).toBeGreaterThan(1);
  expect(isOpen(small)).toBe(true);
  now += 300_000;
  await expect.poll(connections).toBe(0);
});

const fromLinux = test.runIf(process.platform === 'linux');

fromLinux('of answers that wait, those of the network that has most end first', { timeout: 60_000 }, async () => {
  const guest = await held('/hold/guest', '127.0.0.2');
  const readers = await Promise.all(Array.from({ length: 30 }, (_, at) => held(`/hold/${at}`)));
  for (const reader of [guest, ...readers]) reader.pause();
  for (const response of waiting.values()) response.end(Buffer.alloc(8 * 1024 * 1024));
  now += 3_000;
  await expect.poll(connections).toBeLessThan(8);
  // Who does not read hears of no end.
  expect(waiting.get('/hold/guest')!.destroyed).toBe(false);
});

test('an ordinary request has room, whatever is held by those whose bodies do not come', {
  timeout: 60_000,
}, async () => {
  await fillHeaders();
  const one = await open(big('/'));
  await expect.poll(() => isOpen(one)).toBe(false);
  const guest = await open(get());
  const answer = new Promise((resolve) => {
    guest.once('data', (bytes) => resolve(String(bytes).slice(0, 12)));
    guest.once('close', () => resolve('closed'));
  });
  expect(await answer).toBe('HTTP/1.1 200');
});

test('one customer of IPv6, with 65,536 networks, is bounded like one address', () => {
  const open = new OpenConnections({ perSite: true, now: () => now });
  const from = (remoteAddress: string) =>
    Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const ofCustomer = (at: number) => from(`2001:db8:1:${at.toString(16)}::1`);
  for (let at = 0; at < most; at++) {
    const socket = ofCustomer(at);
    expect(open.enter(socket)).toBe(true);
    open.move(socket, 'answering');
  }
  expect(open.enter(ofCustomer(most))).toBe(false);
  expect(open.enter(from('2001:db8:2::1'))).toBe(true);
});

test('a refusal for want of room stands in no other answer, and what was sent behind it is not carried out', {
  timeout: 60_000,
}, async () => {
  const carriedOut: string[] = [];
  server.on('request', ({ url }) => carriedOut.push(url!));
  server.on('clientError', (error, socket) =>
    answerUnreadable(error as { code?: string }, socket as Socket, { headers: {}, requestId: 'r' }),
  );
  await fillHeaders();
  const heard = async (socket: Socket) => {
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    await new Promise((resolve) => socket.once('close', resolve));
    return text;
  };
  const slow = await held('/hold/slow');
  const answer = waiting.get('/hold/slow')!;
  answer.writeHead(200, { 'content-length': 20 }).write('0123456789');
  const whole = heard(slow);
  slow.write(big('/'));
  expect(await whole).toMatch(/^HTTP\/1\.1 200 [\s\S]*0123456789$/);
  const refused = await open(big('/refused') + get('/hold/behind'));
  expect(await heard(refused)).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n(?:.+\r\n)*retry-after: 1\r\n/);
  expect(waiting.has('/hold/behind')).toBe(false);
});
