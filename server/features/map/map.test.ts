import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const get = async (path: string, cookie?: string) => await world.call(`GET /api/business-listings${path}`, { cookie });

describe('figures and positions of a list', () => {
  test('are of all that is found, however many, and of nothing else', async () => {
    const category = 'Cultural Experiences';
    const ratings = [4.6, 4.7, null];
    for (let at = 0; at < 150; at++) {
      await world.aListing({ category, name: `Kapa Room ${at}`, rating: ratings[at % 3] ?? null, is_featured: at < 4 });
    }
    await world.aListing({ category, is_active: false, rating: 1 });
    await world.aListing({ category: 'Shopping', rating: 1 });
    const summary = { count: 150, featured: 4, average_rating: 4.7 };
    expect((await get('/summary?category=Cultural%20Experiences')).body).toEqual(summary);
    expect((await get('/summary?search=kapa%20room')).body).toEqual(summary);
    // The same slips are forgiven as in the list.
    expect((await get('/summary?search=kpaa')).body).toEqual(summary);
    expect((await get('/map?search=kpaa')).body.listings).toHaveLength(150);
    expect((await get('/summary?search=nothinglikethis')).body).toEqual({
      count: 0,
      featured: 0,
      average_rating: null,
    });
  });

  test('and the featured ones of it are had by themselves, as many as the figure says', async () => {
    for (let at = 0; at < 5; at++) await world.aListing({ name: `Pikake Room ${at}`, is_featured: at < 2 });
    for (const name of ['Lanikai One', 'Lanikai Two', 'Lanikai Three']) await world.aListing({ name });
    // Spelled alike, and no answer to a word that others have as typed.
    await world.aListing({ name: 'Lanikae Four', is_featured: true });
    await world.aListing({ name: 'Hidden Lanikai', is_featured: true, is_active: false });
    for (const [query, names] of [
      ['search=pikake%20room', ['Pikake Room 0', 'Pikake Room 1']],
      ['search=pikkake', ['Pikake Room 0', 'Pikake Room 1']],
      ['search=lanikai', []],
      ['search=lanikae', ['Lanikae Four']],
      ['search=nothinglikethis', []],
    ] as const) {
      const { body } = await get(`?${query}&featured=true`);
      expect(body.map((one: { name: string }) => one.name).sort(), query).toEqual(names);
      expect((await get(`/summary?${query}`)).body.featured, query).toBe(names.length);
    }
    const every = (await get('?featured=true')).body.map((one: { is_featured: boolean }) => one.is_featured);
    expect(every).toHaveLength((await get('/summary')).body.featured);
    expect(every).not.toContain(false);
    expect((await world.call('GET /api/business-listings?featured=yes')).status).toBe(400);
    // A guest's list is made anew when one becomes featured.
    const id = await world.aListing({ name: 'Lanikai Six' });
    expect((await get('?search=lanikai&featured=true')).body).toEqual([]);
    await world.db.updateTable('listings').set({ is_featured: true }).where('id', '=', id).execute();
    expect((await get('?search=lanikai&featured=true')).body).toHaveLength(1);
  });

  test('leave out of the map what has no position, keep the order of the list, and stop at 1,000', async () => {
    const category = 'Accommodations';
    await world.aListing({ category, name: 'No position', latitude: null, longitude: null });
    await world.aListing({ category, name: 'Second', rating: 3 });
    await world.aListing({ category, name: 'First', is_featured: true, rating: 2 });
    const { body } = await get('/map?category=Accommodations');
    expect(body.listings.map((one: { name: string }) => one.name)).toEqual(['First', 'Second']);
    expect(body.listings[0]).toMatchObject({ latitude: 21.28, longitude: -157.83, is_featured: true, rating: 2 });
    expect(JSON.stringify(body)).not.toContain('commission');
    expect(body.tiles.standard).toMatch(/^https:\/\/basemap\.nationalmap\.gov\/.*\{z\}\/\{y\}\/\{x\}$/);

    await world.database.pool.query(
      `insert into listings (name, description, category, price_range, latitude, longitude)
        select 'Many ' || n, repeat('A long way along the shore. ', 5), 'Restaurants', '$', 21 + n / 1000.0, -157 from generate_series(1, 1100) n`,
    );
    expect((await get('/map?category=Restaurants')).body.listings).toHaveLength(1000);
    expect((await get('/summary?category=Restaurants')).body.count).toBe(1100);
  });
});
