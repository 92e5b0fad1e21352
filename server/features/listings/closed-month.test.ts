import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiMonth } from '../../../contract/hawaii-time.ts';
import { builtWeb, openPage } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
});
afterAll(() => world.close());

/** Moves the clock on to the last millisecond of Hawaiʻi's month, or to the first of the next. */
function moveToTurn(isOver: boolean): void {
  const here = new Date(world.clock.now().getTime() - 10 * 3_600_000);
  const next = Date.UTC(here.getUTCFullYear(), here.getUTCMonth() + 1) + 10 * 3_600_000;
  world.clock.advance((next - (isOver ? 0 : 1) - world.clock.now().getTime()) / 1_000);
}

test('a listing says in each month of the year whether it is closed in it: in lists, to a scan, and on kept pages', async () => {
  const open_months = [1, 2, 4, 6, 7, 11];
  const name = `Winter ${Date.now()}`;
  const listing = await world.aListing({ open_months, name });
  const always = await world.aListing();
  const place = await world.aPlace({ listings: [listing, always] });
  const { code } = await world.aCode({ location_id: place });
  const told = async () => {
    const closed = async (shown: Promise<{ body: unknown }>) => {
      const { body } = (await shown) as { body: { id: number }[] | { experiences: { id: number }[] } };
      const all = Array.isArray(body) ? body : body.experiences;
      expect(all.find(({ id }) => id === always)).not.toHaveProperty('closed_this_month');
      return 'closed_this_month' in all.find(({ id }) => id === listing)!;
    };
    const pages = await Promise.all(
      (['en', 'ja'] as const).map(async (language) => {
        const { html } = await openPage(world.app, `/location/${place}`, { 'accept-language': language });
        return html.split(language === 'en' ? 'Closed this month<' : '今月はお休みです<').length - 1;
      }),
    );
    return [
      await closed(world.call(`GET /api/locations/${place}`)),
      await closed(world.call('GET /api/business-listings')),
      await closed(world.call('POST /api/qr/scan', { body: { qr_code_id: code } })),
      'closed_this_month' in (await world.call(`GET /api/business-listings/${listing}`)).body,
      ...pages.map((count) => count === 1),
    ];
  };
  for (let turn = 0; turn < 12; turn++)
    for (const isOver of [false, true]) {
      moveToTurn(isOver);
      const month = hawaiiMonth(world.clock.now());
      expect(await told(), `month ${month}`).toEqual(Array(6).fill(!open_months.includes(month)));
    }
}, 60_000);
