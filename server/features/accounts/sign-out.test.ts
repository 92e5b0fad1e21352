import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const own = 'http://localhost:3000';
const parts = {
  site: ['-', 'none', 'cross-site', 'same-site', 'same-origin'],
  mode: ['-', 'navigate', 'no-cors', 'cors', 'same-origin'],
  dest: ['-', 'document', 'image', 'iframe', 'empty'],
  user: ['-', '?1'],
  origin: ['-', own, 'https://evil.example'],
};
type Row = [method: string, site: string, mode: string, dest: string, user: string, origin: string];

/** Who may sign somebody out, written by hand: `*` is anything, `-` a header that is not there. All else is refused. */
const allowed: Row[] = [
  ['GET', 'same-origin', 'cors', 'empty', '*', '*'],
  ['GET', 'same-origin', 'same-origin', 'empty', '*', '*'],
  ['GET', 'same-origin', 'navigate', 'document', '?1', '*'],
  ['POST', 'same-origin', '*', '*', '*', '*'],
  ['POST', '-', '*', '*', '*', own],
];
const isAllowed = (row: Row) => allowed.some((rule) => rule.every((part, at) => part === '*' || part === row[at]));

function everyRow(): Row[] {
  const rows: Row[] = [];
  for (const method of ['GET', 'POST'])
    for (const site of parts.site)
      for (const mode of parts.mode)
        for (const dest of parts.dest)
          for (const user of parts.user)
            for (const origin of parts.origin) rows.push([method, site, mode, dest, user, origin]);
  return rows;
}

async function signOut([method, site, mode, dest, user, origin]: Row, more: Record<string, string> = {}, cookie = '') {
  const given = Object.entries({
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
    'sec-fetch-user': user,
    origin,
    cookie: cookie || '-',
    ...more,
  }).filter(([, value]) => value !== '-');
  return await world.app.inject({ method: method as 'GET', url: '/api/logout', headers: Object.fromEntries(given) });
}
const isSignedIn = async (cookie: string) => (await world.call('GET /api/users/me', { cookie })).status === 200;

const byScript: Row = ['GET', 'same-origin', 'cors', 'empty', '-', '-'];

describe('signing out', () => {
  test('is open to exactly the requests of the table, of 1,500 kinds', async () => {
    const rows = everyRow();
    expect(rows).toHaveLength(1_500);
    const victim = await world.aUser();
    const wrong: string[] = [];
    let answered = 0;
    for (const row of rows) {
      const expected = isAllowed(row);
      const reply = await signOut(row, {}, expected ? '' : victim.cookie);
      const success = row[0] === 'GET' && row[2] === 'navigate' ? 302 : 200;
      if (reply.statusCode !== (expected ? success : 403)) wrong.push(`${row.join(' ')}: ${reply.statusCode}`);
      if (!expected && reply.headers['set-cookie']) wrong.push(`${row.join(' ')}: sets a cookie`);
      if (expected) answered++;
    }
    expect(wrong).toEqual([]);
    expect(answered).toBe(6 + 6 + 3 + 150 + 50);
    expect(await isSignedIn(victim.cookie)).toBe(true);
  });

  test.each(allowed)('ends the session: %s %s %s %s', async (...row) => {
    const user = await world.aUser();
    const reply = await signOut(row.map((part) => (part === '*' ? '-' : part)) as Row, {}, user.cookie);
    // A script reads the answer; a person who follows the link is led to the cover.
    const isFollowed = row[0] === 'GET' && row[2] === 'navigate';
    expect([reply.statusCode, reply.headers.location]).toEqual(isFollowed ? [302, '/'] : [200, undefined]);
    expect(reply.headers['clear-site-data']).toBe('"cache"');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(await isSignedIn(user.cookie)).toBe(false);
    if (row[0] === 'GET') expect(reply.headers.vary).toMatch(/Sec-Fetch-Site, Sec-Fetch-Mode, Sec-Fetch-Dest, Origin/);
  });

  test.each<Record<string, string>>([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-purpose': '' },
    { purpose: 'prefetch' },
    { purpose: 'preview' },
  ])('is refused to %j, from wherever', async (purpose) => {
    const user = await world.aUser();
    for (const row of everyRow().filter((one) => one[0] === 'GET' && isAllowed(one))) {
      expect((await signOut(row, purpose, user.cookie)).statusCode).toBe(403);
    }
    expect(await isSignedIn(user.cookie)).toBe(true);
  });

  test('answers alike without a session, and again', async () => {
    const user = await world.aUser();
    const bodies = [];
    for (const cookie of ['', user.cookie, user.cookie]) bodies.push((await signOut(byScript, {}, cookie)).body);
    expect(new Set(bodies)).toEqual(new Set(['{"ok":true}']));
  });

  test('by HEAD follows the rule of GET', async () => {
    const user = await world.aUser();
    const foreign = await signOut(['HEAD', 'cross-site', 'no-cors', 'image', '-', '-'], {}, user.cookie);
    expect([foreign.statusCode, await isSignedIn(user.cookie)]).toEqual([403, true]);
  });
});
