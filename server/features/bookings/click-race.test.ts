import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPartnersCode, scan } from '../../../tests/held-scene.ts';
import {
  aFareharborBooking,
  aFollowedLink,
  bookingsOfClick,
  bring,
  silent,
  takeUp,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { newsHandlersOf } from '../../news-sources.ts';
import { takeUpNews } from '../../platform/news/news.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

test('two bookings of one click that are told of at once are two', { timeout: 120_000 }, async () => {
  const at = await aPartnersCode(world);
  for (let round = 0; round < 15; round++) {
    const { clickId } = await aFollowedLink(world, await scan(world, await world.aUser(), at.code));
    const both = [aFareharborBooking({ voucher_number: clickId }), aFareharborBooking({ voucher_number: clickId })];
    for (const booking of both) await bring(world, { booking });
    const waiting = await world.db.selectFrom('inbox').select('id').where('state', '=', 'new').orderBy('id').execute();
    await Promise.all(
      waiting.map(({ id }) => takeUpNews(world.db, world.clock.now(), newsHandlersOf(world.settings), id, silent)),
    );
    await takeUp(world);
    const made = await bookingsOfClick(world, clickId);
    expect(made.map(({ reference, status }) => `${reference} ${status}`).sort(), `round ${round}`).toEqual(
      both.map(({ pk }) => `${pk} confirmed`).sort(),
    );
  }
});
