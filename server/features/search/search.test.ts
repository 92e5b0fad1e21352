import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const search = async (words: string, rest = ''): Promise<string[]> => {
  const { body } = await world.call(`GET /api/business-listings?search=${encodeURIComponent(words)}${rest}`);
  return body.map((one: { name: string }) => one.name);
};

describe('a search with slips', () => {
  test('finds what was meant, by every kind of slip, still without ʻokina and kahakō', async () => {
    await world.aListing({ name: 'Hanauma Snorkel Morning' });
    await world.aListing({ name: 'Lūʻau at Waimānalo' });
    for (const words of ['snorkle', 'snokel', 'snorrkel', 'smorkel', 'hanuama snorkel', 'hanauma snorkle', 'snorkl']) {
      expect(await search(words), words).toEqual(['Hanauma Snorkel Morning']);
    }
    for (const words of ['lauu', 'luua', 'LŪAI', 'waimanlo', 'waimaanalo luau'])
      expect(await search(words), words).toContain('Lūʻau at Waimānalo');
    expect(await search('snorkle submarine')).toEqual([]);
    expect(await search('xyzzyqw')).toEqual([]);
  });

  test('shows what matches as typed first, and alone where it is enough', async () => {
    for (const at of [1, 2]) await world.aListing({ name: `Kapalua Walk ${at}` });
    await world.aListing({ name: 'Kapalau Grill' });
    // Two are spelled as typed, and every word is known: nothing is added.
    expect((await search('kapalua')).sort()).toEqual(['Kapalua Walk 1', 'Kapalua Walk 2']);
    // One letter changed over, and the beginning of a word that was mistyped.
    expect((await search('kapaula walk')).sort()).toEqual(['Kapalua Walk 1', 'Kapalua Walk 2']);
    expect((await search('kapalu')).length).toBe(2);
  });

  test('comes in pages that neither repeat nor leave out', async () => {
    for (let at = 0; at < 7; at++) await world.aListing({ name: `Pololū Ride ${at}` });
    const pages = await Promise.all([0, 3, 6, 9].map((offset) => search('polollu ride', `&limit=3&offset=${offset}`)));
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1, 0]);
    expect(new Set(pages.flat()).size).toBe(7);
    const tiny = await Promise.all([0, 1].map((offset) => search('polollu ride', `&limit=1&offset=${offset}`)));
    expect(tiny.flat()).toEqual(pages[0]!.slice(0, 2));
  });

  test('never finds by a word that only an inactive or changed listing has', async () => {
    const id = await world.aListing({ name: 'Quixotic Kayaks' });
    expect(await search('quixotci')).toEqual(['Quixotic Kayaks']);
    await world.database.pool.query('update listings set name = $1 where id = $2', ['Renamed Kayaks', id]);
    expect(await search('quixotci')).toEqual([]);
    expect(await search('rennamed')).toEqual(['Renamed Kayaks']);
    await world.database.pool.query('update listings set is_active = false where id = $1', [id]);
    expect(await search('rennamed')).toEqual([]);
  });

  test('survives whatever is typed', async () => {
    for (const words of ['½', '⑴ x', 'ŉ', "'':*", '\\', '& | !', '<->', 'が', '\u0301', 'a'.repeat(100), '( ) : *']) {
      const { status } = await world.call(`GET /api/business-listings?search=${encodeURIComponent(words)}`);
      expect([words, status]).toEqual([words, 200]);
    }
  });
});
