import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { flushSecurityEvents } from '../../server/platform/security-events/security-events.ts';
import { createWorld, type World } from '../world.ts';
import { answerIn, exchange } from './fuzz/wire.ts';

let world: World;
afterEach(() => world.close());

/** A server on a real port that so many proxies stand in front of. */
async function aServer(proxies: string): Promise<number> {
  world = await createWorld({ environment: { TRUST_PROXY: proxies } });
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  return (world.app.server.address() as AddressInfo).port;
}

const request = (forwardedFor: readonly string[], connection: string) => {
  const lines = ['host: localhost:3000', `connection: ${connection}`];
  const all = [...lines, ...forwardedFor.map((line) => `x-forwarded-for: ${line}`)];
  // A guess at an invitation, as these are limited by network.
  return `GET /api/stakeholder/validate/${'A'.repeat(43)} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`;
};

/** Whether a request with these headers is over the limit. */
async function isLimited(port: number, ...forwardedFor: string[]): Promise<boolean> {
  const { status } = answerIn((await exchange(port, Buffer.from(request(forwardedFor, 'close'), 'latin1'))).text, 0);
  expect([404, 429]).toContain(status);
  return status === 429;
}

/** Asks with these headers until the limit of whoever is taken to ask is spent. */
async function spendLimit(port: number, ...forwardedFor: string[]): Promise<void> {
  // A few ahead on each connection: who sends more is cut off.
  const four = Buffer.from(request(forwardedFor, 'keep-alive').repeat(3) + request(forwardedFor, 'close'), 'latin1');
  let refused = 0;
  for (let sent = 0; sent < 100; sent++)
    refused += (await exchange(port, four, true)).text.toString().match(/HTTP\/1\.1 429/g)?.length ?? 0;
  expect(refused).toBeGreaterThan(1);
  expect(await isLimited(port, ...forwardedFor)).toBe(true);
}

/** The addresses that security events were noted with. */
async function notedAddresses(): Promise<(string | null)[]> {
  await flushSecurityEvents(world.db);
  const events = await world.db.selectFrom('security_events').select('ip_address').distinct().execute();
  return events.map((event) => event.ip_address).sort();
}

describe('without TRUST_PROXY', () => {
  test('an address that the client invents neither gets a limit of its own nor is noted', async () => {
    const port = await aServer('off');
    await spendLimit(port);
    for (let nth = 1; nth < 20; nth++) expect(await isLimited(port, `203.0.113.${nth}`)).toBe(true);
    expect(await notedAddresses()).toEqual(['127.0.0.1']);
  });
});

describe('behind one proxy', () => {
  test('what the proxy adds is believed, and nothing that stands before it', async () => {
    const port = await aServer('1');
    await spendLimit(port, '198.51.100.7');
    expect(await isLimited(port, '198.51.100.8')).toBe(false);
    for (const invented of [
      ['203.0.113.1, 198.51.100.7'],
      ['203.0.113.1,203.0.113.2 ,198.51.100.7'],
      ['203.0.113.1', '198.51.100.7'],
      ['x\u0080, [::, , 198.51.100.7'],
      [',,198.51.100.7'],
      [`${'203.0.113.1,'.repeat(600)}198.51.100.7`],
      [`${'x'.repeat(8_000)}, 198.51.100.7`],
    ])
      expect(await isLimited(port, ...invented), invented.join('|').slice(0, 80)).toBe(true);
    expect(await notedAddresses()).toEqual(['198.51.100.7', '198.51.100.8']);
  });

  test('a port, or the brackets of IPv6, are no part of the address, and a /64 is one network', async () => {
    const port = await aServer('1');
    await spendLimit(port, '198.51.100.7:1000');
    expect(await isLimited(port, '198.51.100.7:2000')).toBe(true);
    expect(await isLimited(port, '198.51.100.7')).toBe(true);
    await spendLimit(port, '[2001:db8:1:2::1]:1000');
    expect(await isLimited(port, '2001:DB8:1:2:3::4')).toBe(true);
    expect(await isLimited(port, '2001:db8:1:3::1')).toBe(false);
  });

  test('what is no address at all is one network, whatever it says', async () => {
    const port = await aServer('1');
    await spendLimit(port, 'unknown');
    for (const none of ['_hidden', '-1', '999.1.1.1', '1.2.3', '::::', '[', '<script>', '\u00ff', 'x'.repeat(8_000)])
      expect(await isLimited(port, none), none.slice(0, 20)).toBe(true);
  });
});

describe('behind two proxies', () => {
  test('the last but one is the client, and what stands before it is not believed', async () => {
    const port = await aServer('2');
    await spendLimit(port, '198.51.100.7, 192.0.2.1');
    expect(await isLimited(port, '203.0.113.1, 198.51.100.7, 192.0.2.2')).toBe(true);
    expect(await isLimited(port, '198.51.100.7, 203.0.113.1, 192.0.2.1')).toBe(false);
    expect(await isLimited(port, '198.51.100.8, 192.0.2.1')).toBe(false);
  });

  test('a request that came past the outer one is known by the address that the inner one saw', async () => {
    const port = await aServer('2');
    await spendLimit(port, '198.51.100.9');
    expect(await isLimited(port, '198.51.100.10')).toBe(false);
    expect(await notedAddresses()).toEqual(['198.51.100.10', '198.51.100.9']);
  });
});
