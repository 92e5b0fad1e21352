import { answer, at, garble, refuse } from './answers.ts';
import { ConsoleErrors } from './console-errors.ts';
import { expect, ready, test } from './fixtures.ts';
import { aProfile, aUser } from './known-answers.ts';

// What fails all other tests, seen to be found.
test('errors that nobody expects, expected ones that do not occur, and answers that the server never gives are found', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  const errors = new ConsoleErrors(['404 /nowhere', '409 /api/reviews']);
  errors.watchPage(page, product.url);
  await page.goto('/nowhere');
  const ask = (path: string, method = 'GET') =>
    page.evaluate(([to, how]) => fetch(to!, { method: how! }).then((reply) => reply.text()), [path, method]);

  // As the contract has them: an answer, and refusals with their status.
  await answer(page, at.me, aUser());
  await refuse(page, at.bookings, 503, 'unavailable');
  await answer(page, '**/api/saved/ids', [1, 2]);
  for (const path of ['/api/users/me', '/api/bookings', '/api/saved/ids']) await ask(path);
  const expectedAndMissing = 'expected, and did not occur: 409 /api/reviews';
  expect(errors.problems()).toEqual([expectedAndMissing]);

  // A status that is not the code's, codes that the endpoint does not have, a body without fields, and one with more of them.
  await refuse(page, at.bookings, 409, 'unavailable');
  await refuse(page, at.me, 409, 'saved_full');
  await refuse(page, at.figures, 429, 'rate_limited');
  await answer(page, at.listings, [{ id: 1 }]);
  await answer(page, '**/api/saved/ids', ['one']);
  await answer(page, at.profiles, { profile: null, legacy_role: null, colour: 'red' });
  const asked = ['bookings', 'users/me', 'analytics/traveler', 'business-listings', 'saved/ids', 'profiles'];
  for (const path of asked) await ask(`/api/${path}`);
  // One that is said to be broken, and is not.
  await garble(page, at.migrateRole, aProfile());
  await ask('/api/profiles/migrate-role', 'POST');
  // And one that nobody spoke of.
  await ask('/api/nothing');
  expect(errors.problems()).toEqual([
    'faked answer of GET /api/bookings: unavailable is a 503, not a 409',
    'faked answer of GET /api/users/me: it does not refuse with saved_full',
    'faked answer of GET /api/analytics/traveler: it does not refuse with rate_limited',
    expect.stringMatching(/^faked answer of GET \/api\/business-listings: .*at \[0\]\.name/),
    expect.stringMatching(/^faked answer of GET \/api\/saved\/ids: .*expected number/),
    'faked answer of GET /api/profiles: it has fields that the contract does not declare',
    'faked answer of POST /api/profiles/migrate-role is said to be broken, and is one of ours',
    '404 /api/nothing',
    expectedAndMissing,
  ]);
  expect(() => errors.expect('/Failed to load resource/')).toThrow('names no status and address');
  await context.close();
});

test('a network that was taken away explains failed requests until it is back, and for a moment after', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  let now = 0;
  const errors = new ConsoleErrors([], () => now);
  errors.watchPage(page, product.url);
  await page.goto('/offline');
  await ready(page);
  await page.waitForLoadState('networkidle');
  // Ends requests where the test's own watching does not see it.
  const network = await context.newCDPSession(page);
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*-away' }, { urlPattern: '*-back' }] });
  network.on('Fetch.requestPaused', ({ requestId }) =>
    network.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }),
  );
  const fail = async (path: string) => {
    const told = page.waitForEvent('console', (message) => message.location().url.endsWith(path));
    await page.evaluate((to) => fetch(to).catch(() => {}), path);
    await told;
  };
  await context.setOffline(true);
  now += 60_000;
  await fail('/api/while-away');
  await context.setOffline(false);
  now += 4_999;
  await fail('/api/just-back');
  expect(errors.problems()).toEqual([]);
  now += 1;
  await fail('/api/long-back');
  expect(errors.problems()).toEqual(['net::ERR_FAILED /api/long-back']);
  await context.close();
});
