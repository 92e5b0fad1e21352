import { book, bookable, openDesk } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
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
