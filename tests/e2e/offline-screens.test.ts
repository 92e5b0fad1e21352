import { rm } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { ListedScreen } from '../../web/src/server.tsx';
import { anotherBuild } from './another-build.ts';
import { book, bookable, cardOf, openDesk } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { cached, placeKept, workerReady } from './offline.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import { listScreens } from './route-table.ts';
import { keptOnDevice, tapHeart } from './saved-pages.ts';
import { signInTraveler } from './session.ts';
import { watchWords } from './shown-words.ts';
import { withoutImpressions } from './stored-events.ts';

test.use({ serviceWorker: true });

/** What this phone has, for the tests of what it shows. */
interface Kept {
  place: { id: number; name: string };
  booked: string;
  saved: string;
}
interface Expected {
  address?: (kept: Kept) => string;
  heading: string | RegExp | ((kept: Kept) => string);
  content: (page: Page, kept: Kept) => Promise<unknown>;
}

/** A screen that needs a network leads to what is here. */
const needsNetwork: Expected = {
  heading: 'No connection here',
  content: (page, { place }) => expect(page.getByRole('link', { name: place.name })).toBeVisible(),
};
const restricted: Expected = {
  heading: 'Access Restricted',
  content: (page) => expect(page.getByRole('main').getByRole('link', { name: 'Return to Dashboard' })).toBeVisible(),
};
const home: Expected = {
  heading: /^Aloha/,
  content: async (page, { place }) => {
    await expect(page.getByRole('link', { name: place.name })).toBeVisible();
    // What opens without a network can be reached from here.
    for (const to of ['/bookings', '/saved', '/analytics', '/explore', '/scan'])
      await expect(page.getByRole('main').locator(`a[href="${to}"]`)).toBeVisible();
  },
};

const scanner: Expected = {
  heading: 'Scan QR Code',
  content: (page) => expect(page.getByRole('button', { name: 'Start QR Scanner' })).toBeVisible(),
};

/** What anybody is shown. */
const forAll: Record<string, Expected> = {
  '/': {
    heading: 'Go somewhere good today',
    content: (page) => expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible(),
  },
  '/explore': {
    heading: 'Explore Experiences',
    content: async (page) => {
      await expect(page.getByText('You are seeing what we showed you on')).toBeVisible();
      await expect(page.getByRole('article').nth(5)).toBeVisible();
    },
  },
  '/location/:id': {
    address: ({ place }) => `/location/${place.id}`,
    heading: ({ place }) => place.name,
    content: async (page) => {
      await expect(page.getByRole('main').getByText('This is the place as your phone kept it')).toBeVisible();
      await expect(page.getByRole('article').nth(2)).toBeVisible();
    },
  },
  '/scan': scanner,
  // Leads there.
  '/qr-scan': scanner,
  '/saved': {
    heading: 'Saved Places',
    content: (page, { saved }) => expect(page.getByRole('heading', { level: 3, name: saved })).toBeVisible(),
  },
  '/apply': needsNetwork,
  '/privacy': needsNetwork,
  '/how-we-order': {
    heading: 'How experiences are ordered',
    content: (page) => expect(page.getByRole('heading', { name: 'What never counts' })).toBeVisible(),
  },
  '/unsubscribe/:token': { ...needsNetwork, address: () => '/unsubscribe/of-a-mail' },
  '/offline': {
    heading: 'On this phone',
    content: (page, { place }) => expect(page.getByRole('link', { name: place.name })).toBeVisible(),
  },
  '/*': {
    address: () => '/nowhere',
    heading: 'This page is off the map',
    content: (page) => expect(page.getByRole('searchbox')).toBeVisible(),
  },
};

const forTraveler: Record<string, Expected> = {
  ...forAll,
  '/': home,
  '/dashboard': home,
  '/bookings': {
    heading: 'Your Bookings',
    content: async (page, { booked }) => {
      await expect(page.getByText(/You see your bookings as of/)).toBeVisible();
      await cardOf(page, booked)
        .getByRole('button', { name: /^View Ticket/ })
        .click();
      const ticket = page.getByRole('dialog', { name: 'Ticket Details' });
      await expect(ticket).toContainText(`OFFLINE-COLD-1-${booked}`);
      await expect(ticket.getByRole('img', { name: 'QR code of the reference COLD-1' })).toBeVisible();
      await expect(ticket).not.toContainText('Live Ticket');
    },
  },
  '/analytics': {
    heading: 'Analytics',
    content: async (page, { booked }) => {
      await expect(page.getByText(/You see your figures as of/)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Spending' })).toBeVisible();
      await page.getByRole('link', { name: 'Activity History' }).click();
      await expect(page.getByText(booked).first()).toBeVisible();
    },
  },
  '/analytics/rows': restricted,
  '/partner-portal': { ...restricted, heading: 'Partner Access Required' },
  '/partner-portal/qr-codes': { ...restricted, heading: 'Partner Access Required' },
  '/partner-portal/places': { ...restricted, heading: 'Partner Access Required' },
  '/partner-portal/performance': { ...restricted, heading: 'Partner Access Required' },
  '/partner-portal/earnings': { ...restricted, heading: 'Partner Access Required' },
  '/partner-portal/team': { ...restricted, heading: 'Partner Access Required' },
  '/partner-portal/settings': { ...restricted, heading: 'Partner Access Required' },
  '/security': restricted,
  '/security/api': restricted,
  '/security/access': restricted,
  '/manage/users': restricted,
  '/campaigns': restricted,
  '/campaigns/editor': restricted,
  '/campaigns/results': restricted,
  '/campaigns/invoices': restricted,
  '/partners': restricted,
  '/partners/view': restricted,
  '/partners/requests': restricted,
  '/partners/proposals': restricted,
  '/knowledge': restricted,
  '/applications': restricted,
  '/content': restricted,
  '/content/proposals': restricted,
  '/dashboard/listing': restricted,
  '/content/editor': restricted,
  '/locations': restricted,
  '/locations/editor': restricted,
  '/locations/orphans': restricted,
  '/locations/batch': restricted,
  '/locations/lists': restricted,
  '/content/import': restricted,
  '/money/holds': restricted,
  '/money/payouts': restricted,
  '/money/rate-cards': restricted,
  '/money/reconcile': restricted,
  '/money/news': restricted,
  '/money/explain': restricted,
  '/money/statement': restricted,
  '/money/ledger': restricted,
  '/security/embedded-pages': restricted,
  '/security/privacy': restricted,
  '/security/quality': restricted,
  '/audit': restricted,
  '/security/work': restricted,
};

/** Who is not signed in is led to the cover. */
const forGuest: Record<string, Expected> = { ...forAll };
const ofSomebody = ['/dashboard', '/bookings', '/analytics', '/onboarding', ...Object.keys(forTraveler)];
for (const path of ofSomebody) forGuest[path] ??= forAll['/']!;

/** Opens a screen in a new page, as from the home screen of a phone in airplane mode. */
async function openCold(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await ready(page);
  return page;
}

async function walk(
  context: BrowserContext,
  screens: readonly ListedScreen[],
  table: Record<string, Expected>,
  kept: Kept,
): Promise<void> {
  for (const { path, needsNetwork: needs } of screens) {
    await test.step(path, async () => {
      const expected = table[path] ?? (needs ? needsNetwork : undefined);
      expect(expected, `what ${path} shows without a network`).toBeDefined();
      const { address, heading, content } = expected!;
      const page = await openCold(context, address?.(kept) ?? path.replace(/\/:.*$/, ''));
      const text = typeof heading === 'function' ? heading(kept) : heading;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
      await expect(page.getByText('Offline mode - Limited functionality')).toBeVisible();
      await content(page, kept);
      await page.close();
    });
  }
  // The settings are a sheet over any of them.
  const page = await openCold(context, '/scan');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Display and accessibility' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toHaveText('Display and accessibility');
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
  await page.close();
}

/** Workers that are still being installed or wait to take over. */
const workersBesideTheActive = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { installing, waiting } = (await navigator.serviceWorker.getRegistration())!;
    return [installing, waiting].filter((one) => one !== null).length;
  });

/** Opens what the phone is to keep, with a network. */
async function useOnline(page: Page, product: Product, paths: readonly string[]): Promise<Kept> {
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${code.location_id}`);
  await placeKept(page, code.location_id);
  const saved = await tapHeart(page, 1);
  for (const path of paths) {
    await page.goto(path);
    await ready(page);
  }
  return { place: { id: code.location_id, name: code.location_name }, booked: '', saved };
}

test('after a deploy every screen opens in airplane mode from cold, under its heading and with what is kept', async ({
  browser,
  consoleErrors,
}) => {
  test.setTimeout(400_000);
  // Listed by the build itself; those under /dev/ are for builders, and the worker leaves them to the network.
  const screens = await listScreens();
  const walked = screens.filter(({ path }) => !path.startsWith('/dev/'));
  expect(walked.length).toBeGreaterThan(15);
  const next = await anotherBuild({});
  const DATA_DIR = await newDataDir();
  const first = await startProduct({ DATA_DIR });
  const people = await Promise.all(
    ['traveler', 'guest'].map(async (who) => {
      const context = await browser.newContext({ baseURL: first.url });
      await watchWords(context);
      await withoutImpressions(context);
      context.on('page', (page) => consoleErrors.watchPage(page, first.url));
      return { who, context, page: await context.newPage() };
    }),
  );
  const [traveler, guest] = people;
  await signInTraveler(traveler!.page, first, 'cold-start@example.com', { fresh: true });
  const [listing] = await bookable(traveler!.page);
  const desk = await openDesk(browser, first);
  await desk.decide(await book(traveler!.page, first, listing!.id), {
    status: 'confirmed',
    booking_reference: 'COLD-1',
  });
  await desk.close();
  const own = ['/explore', '/bookings', '/analytics?tab=history', '/analytics', '/dashboard', '/saved'];
  const kept = { ...(await useOnline(traveler!.page, first, own)), booked: listing!.name };
  await expect.poll(() => keptOnDevice(traveler!.page, 'account')).toContain(kept.saved);
  const keptByGuest = await useOnline(guest!.page, first, ['/explore', '/saved']);

  await first.stop();
  const second = await startProduct({ DATA_DIR, PORT: new URL(first.url).port }, next.root);
  for (const { page } of people) {
    await page.goto('/scan');
    await workerReady(page);
    await page.evaluate(async () => await (await navigator.serviceWorker.getRegistration())!.update());
    // A page of the new build puts its worker to work by itself.
    await expect
      .poll(async () => (await cached(page))['holoholo-app-anotherbuild'], { timeout: 30_000 })
      .toContain('/offline');
    await expect.poll(() => workersBesideTheActive(page)).toBe(0);
    await page.close();
  }
  await second.stop();
  for (const { context } of people) await context.setOffline(true);

  await walk(traveler!.context, walked, forTraveler, kept);
  await walk(guest!.context, walked, forGuest, keptByGuest);
  for (const { context } of people) await context.close();
  await next.remove();
  await rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 });
});
