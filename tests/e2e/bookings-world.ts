import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { Booking } from '../../contract/bookings.ts';
import type { Experience } from '../../contract/listings.ts';
import { expect, ready } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';
import { watchWords } from './shown-words.ts';

/** Listings that can be booked, as a guest sees them. */
export async function bookable(page: Page): Promise<Experience[]> {
  const all: Experience[] = await (await page.request.get('/api/business-listings')).json();
  return all.filter((one) => one.booking_url);
}

/** Books as whoever the page is signed in as: a followed link, told to the server. */
export async function book(page: Page, product: Product, listing: number): Promise<string> {
  const reply = await page.request.post('/api/qr/booking-conversion', {
    data: { business_listing_id: listing },
    headers: { origin: product.url },
  });
  expect(reply.status()).toBe(201);
  return (await reply.json()).booking_id;
}

export interface Desk {
  page: Page;
  /** Decides about a booking over HTTP. */
  decide(id: string, body: { status: Booking['status']; amount?: number; booking_reference?: string }): Promise<void>;
  close(): Promise<void>;
}

/** An administrator in a browser of their own. */
export async function openDesk(browser: Browser, product: Product): Promise<Desk> {
  const context: BrowserContext = await browser.newContext({ baseURL: product.url });
  await watchWords(context);
  const page = await context.newPage();
  await signIn(page, product, 'admin@example.com');
  return {
    page,
    decide: async (id, body) => {
      const reply = await page.request.patch(`/api/bookings/${id}`, {
        data: { reason: 'On the statement', ...body },
        headers: { origin: product.url },
      });
      expect(reply.status()).toBe(200);
    },
    close: () => context.close(),
  };
}

/** The figure of a tile by its name. */
export const tile = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');

/** A row of an administrator's lists. */
export const rowOf = (page: Page, words: string) => page.locator('tbody tr').filter({ hasText: words });

/** Opens a row of Platform Bookings. @returns what is open */
export async function openRow(page: Page, words: string, name = 'The booking'): Promise<Locator> {
  await rowOf(page, words).locator('a[data-row]').click();
  const detail = page.getByRole('region', { name, exact: true });
  await expect(detail).toBeVisible();
  return detail;
}

/** The card of a booking or an experience. */
export const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

export async function openBookings(page: Page, query = ''): Promise<void> {
  await page.goto(`/bookings${query}`);
  await ready(page);
}
