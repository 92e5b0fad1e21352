import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDay } from '../../contract/hawaii-time.ts';
import { contract } from '../../contract/index.ts';
import { builtWeb, openPage } from '../page-apps.ts';
import { createWorld, type TestUser, type World } from '../world.ts';
import { aMarkedHouse, houseRoles, type MarkedHouse, toldOf } from './marked-house.ts';

let world: World;
let houses: [MarkedHouse, MarkedHouse];
let people: { name: string; user: TestUser | undefined; house?: MarkedHouse }[];
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  houses = [await aMarkedHouse(world, 'zzfirstcanary'), await aMarkedHouse(world, 'zzsecondcanary')];
  people = [
    // Theirs first: what were kept of an answer, others would be given.
    ...houses.flatMap((house) =>
      houseRoles.map((role) => ({ name: `${house.word}’s ${role}`, user: house[role], house })),
    ),
    { name: 'guest', user: undefined },
    { name: 'stranger', user: await world.aUser() },
    { name: 'strange partner', user: await world.aUser({ role: 'partner' }) },
  ];
}, 60_000);
afterAll(() => world.close());

/** Whatever of a house an address can name; of what it has several, each. */
function namedIn(path: string, house: MarkedHouse): (string | number)[] {
  if (path.startsWith('/api/organisations/')) return [house.hotel, house.agency];
  if (path.startsWith('/api/bookings/')) return [house.booking, house.earned];
  if (path.startsWith('/api/long-work/')) return house.files;
  if (path.startsWith('/api/business-listings/')) return [house.listing];
  if (path.startsWith('/api/locations/')) return [house.place];
  if (/^\/api\/(partner-portal|admin)\/places\//.test(path)) return [house.place];
  if (path.startsWith('/api/admin/users/')) return house.people;
  if (path.startsWith('/api/stakeholder/')) return [house.invitation];
  return [house.hotel];
}

/** What is asked of an address: with everything of both houses in it, where it names a row. */
function addressesOf(path: string): string[] {
  const month = hawaiiDay(world.clock.now()).slice(0, 7);
  const filled = path.replace('{month}', month).replace('{platform}', 'viator');
  if (!filled.includes('{')) return [filled];
  return houses.flatMap((house) => namedIn(path, house).map((id) => filled.replace(/\{\w+\}/, String(id))));
}

/** Each answer that tells of a house, by whom it was asked; `leaks` are those of which it is none. */
async function askAll(addresses: readonly string[], ask: (url: string, user: TestUser | undefined) => Promise<string>) {
  const leaks: string[] = [];
  const told = new Map<string, string[]>();
  let answers = 0;
  for (const { name, user, house: own } of people)
    for (const url of addresses) {
      const text = await ask(url, user);
      answers++;
      for (const house of houses) {
        const read = toldOf(house, text, url);
        if (read.length === 0) continue;
        if (house !== own) leaks.push(`${name} is told ${read} by ${url}`);
        else told.set(url, [...(told.get(url) ?? []), name]);
      }
    }
  return { leaks, told, answers };
}

test('every GET of the contract, asked by everybody for everything of two houses, tells each its own alone', {
  timeout: 300_000,
}, async () => {
  // Whoever reviews is named there, for everybody.
  const isPublic = (path: string) => path === '/api/business-listings/{id}/reviews';
  const asked = contract.filter(({ method, path }) => method === 'GET' && !isPublic(path));
  const addresses = asked.flatMap(({ path }) => addressesOf(path));
  const { leaks, told, answers } = await askAll(addresses, async (url, user) => {
    const reply = await world.app.inject({
      method: 'GET',
      url,
      headers: {
        cookie: user?.cookie ?? '',
        origin: world.settings.publicUrl,
        // Signed out by it, nobody would be told anything any more.
        ...(url === '/api/logout' && { 'sec-fetch-site': 'cross-site' }),
      },
    });
    return `${JSON.stringify(reply.headers)}${reply.body}`;
  });
  expect(leaks).toEqual([]);
  console.info(`canaries: ${[...told.values()].flat().length} of ${answers} answers told of a house, each its own`);
  // Otherwise what is marked would not have been there to be told.
  const [one] = houses;
  const month = hawaiiDay(world.clock.now()).slice(0, 7);
  const told1 = (path: string) =>
    told
      .get(path)
      ?.filter((name) => name.startsWith(one.word))
      .map((name) => name.split(' ')[1]);
  const house = `/api/organisations/${one.hotel}`;
  expect({
    earnings: told1(`${house}/earnings`),
    payouts: told1(`${house}/payouts`),
    commissions: told1(`${house}/commissions`),
    statement: told1(`${house}/statements/${month}`),
    file: told1(`${house}/statements/${month}/file`),
    explanation: told1(`/api/bookings/${one.earned}/explanation`),
    members: told1(`${house}/members`),
  }).toEqual({
    earnings: ['partner'],
    payouts: ['partner'],
    commissions: ['partner'],
    statement: ['partner'],
    file: ['partner'],
    explanation: ['partner'],
    members: ['partner', 'staff'],
  });
  expect(told.size).toBeGreaterThan(15);
});

test('so does every page that the server makes', { timeout: 300_000 }, async () => {
  const listed = ['/', '/explore', '/bookings', '/saved', '/dashboard', '/partner-portal', '/analytics', '/offline'];
  const desks = [
    '/security',
    '/security/access',
    '/security/api',
    '/security/quality',
    '/security/work',
    '/money/payouts',
    '/money/holds',
    '/money/ledger',
  ];
  const partners = ['/partners', '/partners/requests', '/partners/proposals', '/applications', '/knowledge'];
  const content = ['/content', '/content/editor', '/content/import'];
  const places = ['/locations', '/locations/editor', '/locations/lists', '/locations/orphans', '/locations/batch'];
  const rows = houses.flatMap((house) => [
    ...[`/location/${house.place}`, `/invite/${house.invitation}`, `/money/explain?booking=${house.earned}`],
    ...house.files.map((id) => `/security/work?work=${id}`),
  ]);
  const { leaks, told, answers } = await askAll(
    [...listed, ...desks, ...partners, ...content, ...places, ...rows],
    async (url, user) => {
      const { html, headers } = await openPage(world.app, url, { cookie: user ? `${user.cookie}; signed_in=1` : '' });
      return `${JSON.stringify(headers)}${html}`;
    },
  );
  expect(leaks).toEqual([]);
  console.info(`canaries: ${[...told.values()].flat().length} of ${answers} pages told of a house, each its own`);
  expect(told.get('/bookings')).toHaveLength(8);
  expect(told.size).toBeGreaterThan(20);
});
