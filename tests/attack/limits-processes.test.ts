import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { crowding } from '../../scripts/crowding.mjs';
import { type Connection, clientConfig } from '../../server/platform/database/database.ts';
import { limits } from '../../server/platform/limits/limits.ts';
import { ProductProcess, report } from '../chaos/product-process.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { type MailTrap, openMailTrap } from '../e2e/mail-trap.ts';

/** The same connection as a URL; a socket's folder stands in its query. */
function urlOf(connection: Connection): string {
  if ('url' in connection) return connection.url;
  const { user, port, database, socketDir } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(socketDir)}`;
}

// Two real servers on one database; minutes long.
describe.runIf(process.env.PROVE === '1')('two server processes', () => {
  const name = `limits_${randomBytes(6).toString('hex')}`;
  const database = inDatabase(inject('databaseServer'), name);
  let mail: MailTrap;
  let servers: ProductProcess[] = [];
  const sql = new pg.Client(clientConfig(database));

  beforeAll(async () => {
    await onServer(inject('databaseServer'), `create database ${name}`);
    mail = await openMailTrap();
    const settings = {
      DATABASE_URL: urlOf(database),
      RATE_LIMITS: 'on',
      TRUST_PROXY: '1',
      SECRET_KEY: 'k'.repeat(32),
      SMTP_URL: mail.url,
    };
    servers = [await ProductProcess.make(settings), await ProductProcess.make(settings)];
    for (const server of servers) await server.start();
    await sql.connect();
  }, 180_000);
  afterAll(async () => {
    await sql.end();
    for (const server of servers) await server.dispose();
    await mail.close();
    await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
  });

  interface Sent {
    method?: 'GET' | 'POST';
    body?: object;
    network: string;
    cookie?: string;
  }
  const send = (at: number, path: string, { method = 'POST', body, network, cookie }: Sent) =>
    fetch(servers[at % 2]!.url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: servers[at % 2]!.url,
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15',
        'x-forwarded-for': network,
        ...(cookie && { cookie }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
  const count = async (query: string) => Number((await sql.query(query)).rows[0].count);

  /** Never one more than the limit; on a crowded machine some that spent it are answered too late, with 503. */
  function expectLimited(found: Record<number, number>, passed: number, refused: number): void {
    const { 202: answered = 0, 429: limited = 0, 503: late = 0, ...others } = found;
    expect(others).toEqual({});
    expect(answered).toBeLessThanOrEqual(passed);
    expect(limited).toBeLessThanOrEqual(refused);
    expect(answered + limited + late).toBe(passed + refused);
    if (crowding() < 1.5) expect(late).toBe(0);
  }

  /** Sends so many, some at a time. @returns how many were answered with each status. */
  async function flood(times: number, one: (at: number) => Promise<Response>, lanes = 50) {
    const found: Record<number, number> = {};
    let next = 0;
    const lane = async () => {
      while (next < times) {
        const reply = await one(next++);
        await reply.arrayBuffer();
        if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
        found[reply.status] = (found[reply.status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return found;
  }

  test('50 asks send 5 mails, 700 from one network 300, 300 error reports are 60', { timeout: 120_000 }, async () => {
    const asks = await flood(50, (at) =>
      send(at, '/api/auth/magic-link', { body: { email: 'one@example.com' }, network: '198.51.100.1' }),
    );
    expectLimited(asks, 5, 45);
    const many = await flood(700, (at) =>
      send(at, '/api/auth/magic-link', { body: { email: `many-${at}@example.com` }, network: '198.51.100.2' }),
    );
    // Of calls 600 a minute pass: the others are refused before anything is asked.
    expectLimited(many, limits['link-network'].amount, 400);
    expect(await count('select count(*) from magic_links')).toBeLessThanOrEqual(305);
    const reports = await flood(300, (at) =>
      send(at, '/api/errors/track', { body: { error_id: `flood-${at}`, message: 'x' }, network: '198.51.100.3' }),
    );
    expectLimited(reports, 60, 240);
  });

  test('4,000 scans with invented cookies, by the scanner and by pages, are 3,000 a minute', {
    timeout: 120_000,
  }, async () => {
    const codes = (await (await fetch(`${servers[0]!.url}/dev/codes.json`)).json()) as {
      qr_code_id: string;
      location_id: number;
      status: string;
    }[];
    const { qr_code_id, location_id } = codes.find(({ status }) => status === 'active')!;
    const before = await count('select count(*) from scans');
    const begun = performance.now();
    const replies = await flood(4_000, (at) => {
      const cookie = `visit=${String(at).padStart(43, 'v')}`;
      const network = '198.51.100.4';
      return at % 8 === 7
        ? send(at, `/location/${location_id}?qr=${qr_code_id}`, { method: 'GET', network, cookie })
        : send(at, '/api/qr/scan', { body: { qr_code_id }, network, cookie });
    });
    const seconds = (performance.now() - begun) / 1000;
    const kept = (await count('select count(*) from scans')) - before;
    report(`4,000 scans with invented cookies: ${kept} kept in ${seconds.toFixed(1)} s, ${JSON.stringify(replies)}`);
    expect(kept).toBeLessThanOrEqual(limits['scan-network'].amount * Math.ceil(seconds / 60));
    expect(kept).toBeGreaterThan(limits['scan-network'].amount * 0.95);
  });

  test('300 event calls of 100 events each end with the budget of bytes', { timeout: 180_000 }, async () => {
    const words = 'ʻ'.repeat(200);
    const event_data = { experience_name: words, listing_name: words, platform: 'x'.repeat(40), error: words + words };
    const body = { events: Array.from({ length: 100 }, () => ({ event_type: 'map_pin_clicked', event_data })) };
    const bytes = JSON.stringify(body).length;
    const size = () =>
      count(
        "select sum(pg_total_relation_size(inhrelid)) as count from pg_inherits where inhparent = 'events'::regclass",
      );
    const before = await size();
    const replies = await flood(600, (at) => send(at, '/api/analytics/events', { body, network: '198.51.100.5' }));
    const grown = (await size()) - before;
    report(`600 event calls of ${bytes} bytes: ${JSON.stringify(replies)}, ${(grown / 1e6).toFixed(0)} MB on the disk`);
    expect(replies[202]! + replies[429]! + (replies[503] ?? 0)).toBe(600);
    expect(replies[429]).toBeGreaterThan(0);
    expect(grown).toBeLessThan(1.1 * limits['events-hour-bytes'].amount);
  });

  test('300 guests behind one address sign in by the mail that they get', { timeout: 600_000 }, async () => {
    const network = '198.51.100.6';
    const emails = Array.from({ length: 300 }, (_, at) => `hotel-guest-${at}@example.com`);
    const browsers = await Promise.all(
      emails.map(async (email, at) => {
        const ask = () => send(at, '/api/auth/magic-link', { body: { email }, network });
        let reply = await ask();
        // As a guest does whom a busy server asks to try again.
        if (reply.status === 503) reply = await ask();
        expect(reply.status).toBe(202);
        return reply.headers.get('set-cookie')!.match(/magic_link=[\w-]+/)![0];
      }),
    );
    const seen = () => new Set(mail.messages.flatMap(({ recipients }) => recipients));
    await expect.poll(() => emails.filter((email) => seen().has(email)).length, { timeout: 500_000 }).toBe(300);
    const signedIn = await flood(
      300,
      (at) => {
        const { text } = mail.messages.findLast(({ recipients }) => recipients.includes(emails[at]!))!;
        const token = text.match(/token=([\w-]+)/)![1]!;
        return send(at, '/api/auth/magic-link/verify', { body: { token }, network, cookie: browsers[at]! });
      },
      20,
    );
    expect(signedIn).toEqual({ 200: 300 });
  });
});
