import { errors } from '../../contract/errors.ts';
import ja from '../../web/src/messages/ja.ts';
import { cut } from './answers.ts';
import { book, bookable, cardOf, openBookings, openDesk } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

const calls = { details: '**/api/bookings/*/details', inquiry: '**/api/bookings/inquiries', review: '**/api/reviews' };

/** What a traveler reads, types into and is told, in each language. */
const languages = [
  {
    locale: 'en-US',
    booked: 'I booked this',
    reference: 'Booking reference',
    day: 'Day',
    save: 'Save',
    missing: 'My booking is missing',
    what: 'What did you book?',
    send: 'Ask us to find it',
    rate: /^Rate this experience/,
    stars: '4 out of 5',
    saveReview: 'Save review',
    offline: 'Network error. Please check your connection and try again.',
    decided: errors.booking_not_pending.words,
    early: 'You can review an experience once its booking is completed.',
  },
  {
    locale: 'ja-JP',
    booked: ja.bookings.booked,
    reference: '予約番号',
    day: ja.bookingForms.date,
    save: '保存',
    missing: ja.bookings.missing,
    what: ja.bookingForms.experience,
    send: ja.bookingForms.send,
    rate: /^この体験を評価する/,
    stars: '5点満点中4点',
    saveReview: '口コミを保存',
    offline: '通信エラーです。接続を確認して、もう一度お試しください。',
    decided: ja.refusals.booking_not_pending!,
    early: '口コミは、ご予約の体験が終わってから書けます。',
  },
] as const;

for (const words of languages) {
  test.describe(`a traveler who reads ${words.locale}`, () => {
    test.use({ locale: words.locale });

    test('is told why details, an inquiry or a review did not go, and loses nothing of it', async ({
      page,
      product,
      browser,
    }) => {
      expectErrors(page, '409 /api/bookings/*/details', '409 /api/reviews');
      await signInTraveler(page, product, `refused-${words.locale.toLowerCase()}@example.com`);
      const [pending, done] = await bookable(page);
      const asked = await book(page, product, pending!.id);
      const completed = await book(page, product, done!.id);
      const desk = await openDesk(browser, product);
      await desk.decide(completed, { status: 'completed' });
      await openBookings(page);
      const sheet = page.getByRole('dialog');
      const told = (text: string) => expect(sheet.getByRole('alert').filter({ hasText: text })).toBeVisible();
      const close = () => page.keyboard.press('Escape');

      await cardOf(page, pending!.name).getByRole('button', { name: words.booked }).click();
      await sheet.getByLabel(words.reference).fill('FH-77');
      await sheet.getByLabel(words.day, { exact: true }).fill('2027-01-02');
      await cut(page, calls.details);
      await sheet.getByRole('button', { name: words.save }).click();
      await told(words.offline);
      await page.unroute(calls.details);
      // The desk was faster.
      await desk.decide(asked, { status: 'confirmed' });
      await desk.close();
      await sheet.getByRole('button', { name: words.save }).click();
      await told(words.decided);
      await expect(sheet.getByLabel(words.reference)).toHaveValue('FH-77');
      await close();

      await page.getByRole('button', { name: words.missing }).click();
      await sheet.getByLabel(words.what).fill('A sail at sunset');
      await cut(page, calls.inquiry);
      await sheet.getByRole('button', { name: words.send }).click();
      await told(words.offline);
      await expect(sheet.getByLabel(words.what)).toHaveValue('A sail at sunset');
      await close();

      await cardOf(page, done!.name).getByRole('button', { name: words.rate }).click();
      await sheet.getByLabel(words.stars).check();
      await cut(page, calls.review);
      await sheet.getByRole('button', { name: words.saveReview }).click();
      await told(words.offline);
      await page.unroute(calls.review);
      await ask(product, "update bookings set status = 'confirmed' where id = $1", [completed]);
      await sheet.getByRole('button', { name: words.saveReview }).click();
      await told(words.early);
      await expect(sheet.getByLabel(words.stars)).toBeChecked();
    });
  });
}
