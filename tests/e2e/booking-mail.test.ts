import { book, bookable, openDesk } from './bookings-world.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

test("a mail's link opens the ticket of its booking, and of no other", async ({ page, product, browser }) => {
  await signInTraveler(page, product, 'ticket@mail.example', { fresh: true });
  const [listing, other] = await bookable(page);
  const id = await book(page, product, listing!.id);
  await book(page, product, other!.id);
  const desk = await openDesk(browser, product);
  await desk.decide(id, { status: 'confirmed', booking_reference: 'MAIL-1' });
  await desk.close();
  await page.goto(`/bookings?ticket=${id}`);
  await ready(page);
  const ticket = page.getByRole('dialog');
  await expect(ticket).toContainText(listing!.name);
  await expect(ticket).toContainText('MAIL-1');
  await ticket.getByRole('button', { name: 'Close' }).click();
  await expect(ticket).toHaveCount(0);
  // What is nobody's of theirs opens nothing.
  await page.goto(`/bookings?ticket=${crypto.randomUUID()}`);
  await ready(page);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(ticket).toHaveCount(0);
});

test("a mail's link that is opened signed out leads to the ticket by the sign-in", async ({
  page,
  product,
  browser,
}) => {
  const email = 'signed-out@mail.example';
  await signInTraveler(page, product, email, { fresh: true });
  const [listing] = await bookable(page);
  const id = await book(page, product, listing!.id);
  const desk = await openDesk(browser, product);
  await desk.decide(id, { status: 'confirmed', booking_reference: 'MAIL-2' });
  await desk.close();
  await page.context().clearCookies();
  await page.goto(`/bookings?ticket=${id}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await signInByMail(page, product, email);
  const ticket = page.getByRole('dialog');
  await expect(ticket).toContainText('MAIL-2');
  await expect(page).toHaveURL(new RegExp(`/bookings\\?ticket=${id}`));
});

test('a ticket that is asked for signed out leads to no other site', async ({ request, product }) => {
  for (const address of [
    '/bookings?ticket=//elsewhere.example',
    '/bookings?ticket=1&redirect=https://elsewhere.example',
  ]) {
    const reply = await request.get(address, { maxRedirects: 0 });
    const { origin, pathname, searchParams } = new URL(reply.headers().location!, product.url);
    expect([reply.status(), origin, pathname]).toEqual([302, product.url, '/auth']);
    expect(searchParams.get('redirect')).toMatch(/^\/bookings\?ticket=/);
  }
  const cover = await request.get('/bookings?status=pending', { maxRedirects: 0 });
  expect(cover.headers().location).toBe('/');
});
