import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const list = async (query = '', cookie?: string) =>
  (await world.call(`GET /api/business-listings${query}`, { cookie })).body;
const namesOf = (listings: { name: string }[]) => listings.map((one) => one.name);

describe('the list of experiences', () => {
  test('forgives ʻokina, kahakō and case, and finds beginnings of words', async () => {
    await world.aListing({ name: 'Kāneʻohe Bay Sail', category: 'Activities & Tours' });
    for (const search of ['kaneohe', 'KĀNEʻOHE', 'kane', "kane'ohe bay", 'bay kaneohe']) {
      expect(namesOf(await list(`?search=${encodeURIComponent(search)}`)), search).toContain('Kāneʻohe Bay Sail');
    }
    expect(await list('?search=nowhere-to-be-found')).toEqual([]);
  });

  test('is narrowed by category, ignores role, and hides what is inactive', async () => {
    await world.aListing({ name: 'Shown Shop', category: 'Shopping' });
    await world.aListing({ name: 'Hidden Shop', category: 'Shopping', is_active: false });
    const shops = await list('?category=Shopping&role=admin');
    expect(namesOf(shops)).toContain('Shown Shop');
    expect(namesOf(shops)).not.toContain('Hidden Shop');
    expect(shops.every((one: { category: string }) => one.category === 'Shopping')).toBe(true);
    expect(JSON.stringify(shops)).not.toContain('commission');
  });

  test('comes in pages that neither repeat nor leave out', async () => {
    for (let at = 0; at < 12; at++) await world.aListing({ name: `Paged ${at}`, category: 'Restaurants', rating: 4 });
    const pages = await Promise.all([0, 5, 10].map((offset) => list(`?category=Restaurants&limit=5&offset=${offset}`)));
    const names = pages.flatMap(namesOf);
    expect(new Set(names).size).toBe(names.length);
    expect(namesOf(await list('?category=Restaurants'))).toEqual(names);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'offset=1e9', 'category=Surfing'])(
    'refuses %s',
    async (query) => {
      expect((await world.call(`GET /api/business-listings?${query}`)).status).toBe(400);
    },
  );
});

describe('a kept list', () => {
  test('is never older than a write, by whichever connection', async () => {
    const id = await world.aListing({ name: 'Name 0', category: 'Accommodations' });
    expect(namesOf(await list('?category=Accommodations'))).toEqual(['Name 0']);
    for (let turn = 1; turn <= 30; turn++) {
      // Straight on the pool, past every rule of the server, as another process would.
      await world.database.pool.query('update listings set name = $1 where id = $2', [`Name ${turn}`, id]);
      const seen = await Promise.all(Array.from({ length: 6 }, () => list('?category=Accommodations')));
      expect(new Set(seen.flatMap(namesOf))).toEqual(new Set([`Name ${turn}`]));
    }
  });

  test('is for guests alone: no traveler gets it, and no guest gets theirs', async () => {
    await world.aListing({ name: 'Linked', category: 'Cultural Experiences' });
    const linkOf = (listings: { name: string; booking_url: string }[]) =>
      listings.find((one) => one.name === 'Linked')!.booking_url;
    const query = '?category=Cultural%20Experiences';
    const guest = linkOf(await list(query));
    const one = linkOf(await list(query, (await world.aUser()).cookie));
    expect(guest).not.toContain('ref=');
    expect(one).toContain('ref=');
    expect(linkOf(await list(query))).toBe(guest);
    const admin = await list(query, (await world.aUser({ role: 'admin' })).cookie);
    expect(JSON.stringify(admin)).toContain('commission_rate');
    expect(JSON.stringify(await list(query))).not.toContain('commission_rate');
  });
});
