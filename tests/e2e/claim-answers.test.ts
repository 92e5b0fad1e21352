import ja from '../../web/src/messages/ja.ts';
import { expectAccessible } from './axe.ts';
import { book, bookable, cardOf, openBookings, openDesk } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { expect, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';
import { told } from './told-bookings.ts';

/** What a traveler reads and is told, in each language. */
const languages = [
  {
    locale: 'en-US',
    booked: 'I booked this',
    reference: 'Booking reference',
    day: 'Day',
    save: 'Save',
    confirmed: 'Confirmed',
    became: 'We know more of this booking by now: it is “Confirmed”.',
    decided: 'can no longer be changed here',
  },
  {
    locale: 'ja-JP',
    booked: ja.bookings.booked,
    reference: ja.bookingForms.reference,
    day: ja.bookingForms.date,
    save: ja.bookingForms.save,
    confirmed: ja.bookings.statuses.confirmed,
    became: 'この予約の状況が更新されました。現在「確定」です。',
    decided: ja.refusals.booking_not_pending!,
  },
] as const;

for (const words of languages)
  test.describe(`a traveler who reads ${words.locale}`, () => {
    test.use({ locale: words.locale, viewport: { width: 390, height: 844 } });

    test('is told truly what a claim came to that its platform had told of already', async ({ page, product }) => {
      const of = words.locale.slice(0, 2);
      await signInTraveler(page, product, `claims-${of}@example.com`);
      const listing = (await bookable(page)).find(({ booking_url }) =>
        booking_url?.startsWith('https://fareharbor.com/'),
      )!;
      await book(page, product, listing.id);
      const supplier = new URL(listing.booking_url!).pathname.match(/\/book\/([^/]+)/)![1];
      const reference = `CLAIM${of.toUpperCase()}7`;
      // Nobody but the traveler has told of it before this.
      const soon = new Date(Date.now() + 3_600_000);
      await told(product, reference, { supplier, first_news_at: soon, last_news_at: soon });
      await openBookings(page);
      const card = cardOf(page, listing.name);
      await card.getByRole('button', { name: words.booked }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel(words.reference).fill(reference);
      await sheet.getByLabel(words.day, { exact: true }).fill('2027-01-02');
      await sheet.getByRole('button', { name: words.save }).click();
      await expect(page.getByText(words.became)).toBeInViewport({ ratio: 1 });
      await expect(card).toContainText(words.confirmed);
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/claim-matched-${of}.png` });
    });

    test('is told what a booking became while its form was open', async ({ page, product, browser }) => {
      const of = words.locale.slice(0, 2);
      expectErrors(page, '409 /api/bookings/*/details');
      await signInTraveler(page, product, `became-${of}@example.com`);
      const [listing] = await bookable(page);
      const id = await book(page, product, listing!.id);
      await openBookings(page);
      const card = cardOf(page, listing!.name);
      await card.getByRole('button', { name: words.booked }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel(words.reference).fill('FH-78');
      await sheet.getByLabel(words.day, { exact: true }).fill('2027-01-02');
      const desk = await openDesk(browser, product);
      await desk.decide(id, { status: 'confirmed' });
      await desk.close();
      await sheet.getByRole('button', { name: words.save }).click();
      await expect(sheet.getByRole('alert').filter({ hasText: words.decided })).toBeVisible();
      await expect(sheet.getByText(words.became)).toBeVisible();
      await expect(sheet.getByLabel(words.reference)).toHaveValue('FH-78');
      await expectAccessible(page);
      await page.screenshot({ path: `test-results/became-${of}.png` });
      await page.keyboard.press('Escape');
      await expect(card).toContainText(words.confirmed);
    });
  });
