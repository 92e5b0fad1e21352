import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Experience } from '../../contract/listings.ts';
import { standIn } from './answers.ts';
import { expect, linkName, ready } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

/** Sets which hosts may be embedded, as an administrator. */
export async function allowHosts(browser: Browser, product: Product, hosts: string[]): Promise<void> {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await signIn(page, product, 'admin@example.com');
  const reply = await page.request.put('/api/embed-hosts', { data: { hosts }, headers: { origin: product.url } });
  expect(reply.status()).toBe(200);
  await context.close();
}

/** The booking page of a platform, as something that can be tapped and typed in. */
export async function standInForBookingPage(
  context: BrowserContext,
  host = 'fareharbor.com',
  body = '',
): Promise<void> {
  await standIn(context, `https://${host}/**`, {
    contentType: 'text/html',
    body: `<!doctype html><html lang="en"><title>Booking</title><meta name="viewport" content="width=device-width">
      <main><h1>Choose a time</h1><label>Guests <input></label>${body}</main></html>`,
  });
}

/** Opens the guide at one experience; gives what the guide knows of it. */
export async function openListing(page: Page, name: string): Promise<Experience> {
  const search = encodeURIComponent(name);
  await page.goto(`/explore?search=${search}`);
  await ready(page);
  const found: Experience[] = await (await page.request.get(`/api/business-listings?search=${search}`)).json();
  return found.find((one) => one.name === name)!;
}

export const bookLink = (page: Page, name: string) =>
  page.getByRole('link', { name: linkName('Book Experience', name) });
export const learnLink = (page: Page, name: string) => page.getByRole('link', { name: linkName('Learn More', name) });
export const browserOf = (page: Page, name: string) => page.getByRole('dialog', { name });
