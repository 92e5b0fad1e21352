import type { Locator, Page } from '@playwright/test';
import { book, bookable, cardOf, openBookings, openDesk } from './bookings-world.ts';
import { expect, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

const phone = { width: 390, height: 844 };

/** Sees words whole and on screen, above what lies over its foot, and beside what they answer. */
async function expectInSight(page: Page, words: string, by: Locator): Promise<void> {
  const said = page.getByText(words);
  await expect(said).toBeInViewport({ ratio: 1 });
  await expect(by).toBeInViewport();
  const bar = page.getByRole('navigation', { name: 'Main', exact: true });
  const [{ y, height }, { y: top }] = [(await said.boundingBox())!, (await bar.boundingBox())!];
  expect(y + height).toBeLessThanOrEqual(top);
}

test('what is sent from the foot of one’s bookings is answered there: an inquiry, a review and details', async ({
  page,
  product,
  browser,
}) => {
  await page.setViewportSize(phone);
  await signInTraveler(page, product, 'bookings-answered@example.com');
  const listings = (await bookable(page)).slice(0, 4);
  const ids: string[] = [];
  for (const { id } of listings) ids.push(await book(page, product, id));
  const desk = await openDesk(browser, product);
  await desk.decide(ids[1]!, { status: 'completed' });
  await desk.close();
  await openBookings(page);

  const missing = page.getByRole('button', { name: 'My booking is missing' });
  // Twice: what has been said before is seen again.
  for (const what of ['A sail at dusk', 'A walk at dawn']) {
    await missing.click();
    const inquiry = page.getByRole('dialog', { name: 'My booking is missing' });
    await inquiry.getByLabel('What did you book?').fill(what);
    await inquiry.getByRole('button', { name: 'Ask us to find it' }).click();
    await expect(inquiry).toBeHidden();
    await expectInSight(page, 'We are on it', missing);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bookings-answered-foot.png` });
    await page.evaluate(() => scrollTo(0, 0));
  }

  const reviewed = cardOf(page, listings[1]!.name);
  await reviewed.getByRole('button', { name: /^Rate this experience/ }).click();
  const review = page.getByRole('dialog', { name: 'Your review' });
  await review.getByLabel('4 out of 5').check();
  await review.getByRole('button', { name: 'Save review' }).click();
  await expectInSight(page, 'Mahalo! Your review is in the guide.', reviewed.getByRole('button').last());
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bookings-answered-card.png` });

  const first = cardOf(page, listings[0]!.name);
  await first.getByRole('button', { name: /^I booked this/ }).click();
  const details = page.getByRole('dialog', { name: 'I booked this' });
  await details.getByLabel('Booking reference').fill('FOOT-1');
  await details.locator('input[type=date]').first().fill('2027-01-15');
  await details.getByRole('button', { name: 'Save' }).click();
  await expectInSight(page, 'Noted. The booking stays pending', first.getByRole('button').last());
});
