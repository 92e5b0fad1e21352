import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { expectAccessible } from './axe.ts';
import { book, bookable, cardOf, openBookings, openDesk, openRow, rowOf } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

test.use({ serviceWorker: true });

/** What a scanner reads from a code on screen. */
async function scan(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

const ticket = (page: Page) => page.getByRole('dialog', { name: 'Ticket Details' });

async function openTicket(page: Page, name: string): Promise<Locator> {
  await cardOf(page, name)
    .getByRole('button', { name: /^View Ticket/ })
    .click();
  await expect(ticket(page)).toBeVisible();
  return ticket(page);
}

test('I booked this, an administrator confirms, and the ticket is live', async ({ page, product, browser }) => {
  // Two browsers, and every state measured in both themes at both widths.
  test.slow();
  await signInTraveler(page, product, 'tickets-live@example.com');
  const listing = (await bookable(page))[4]!;
  await book(page, product, listing.id);
  await openBookings(page);

  // A click-out is no ticket.
  const estimated = await openTicket(page, listing.name);
  await expect(estimated).toContainText('Not confirmed');
  await expect(estimated.getByRole('img')).toHaveCount(0);
  await expectAccessible(page);
  await estimated.getByRole('button', { name: 'I booked this' }).click();
  const form = page.getByRole('dialog', { name: 'I booked this' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please fill in the reference, the day and how many people.')).toBeVisible();
  await form.getByLabel('Booking reference').fill('FH-2026-88');
  await form.getByLabel('Day').fill('2027-01-15');
  await form.getByLabel('Starts at').fill('08:30');
  await form.getByLabel('How many people').fill('3');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Noted. The booking stays pending')).toBeVisible();
  await expect(cardOf(page, listing.name)).toContainText('Jan 15, 2027, 8:30 AM');
  await expect(cardOf(page, listing.name)).toContainText('Pending');
  const waiting = await openTicket(page, listing.name);
  await expect(waiting).toContainText('We have noted the reference FH-2026-88');
  await expect(waiting.getByRole('img')).toHaveCount(0);
  await page.keyboard.press('Escape');

  const desk = await openDesk(browser, product);
  await openBookings(desk.page, '?status=pending');
  const pending = rowOf(desk.page, 'tickets-live@example.com');
  const booking = await openRow(desk.page, 'tickets-live@example.com');
  await expect(booking).toContainText('FH-2026-88');
  await booking.getByRole('button', { name: 'Decide' }).click();
  const decision = desk.page.getByRole('dialog', { name: 'Decide about a booking' });
  await expect(decision).toContainText(
    "For Jan 15, 2027, 8:30 AM, perhaps by the traveler's word alone. Once you confirm it, that day decides when its commission becomes payable.",
  );
  await decision.getByLabel('True amount (USD)').fill('210');
  await decision.getByRole('button', { name: 'Save' }).click();
  await expect(decision.getByText('Please give a reason.')).toBeVisible();
  await decision.getByLabel('Reason').fill('Seen in the FareHarbor dashboard');
  await decision.getByRole('button', { name: 'Save' }).click();
  await expect(desk.page.getByText('Saved, and noted in the audit log.')).toBeVisible();
  await expect(booking).toContainText('Confirmed');
  await desk.page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(desk.page.locator('tbody tr, [data-desk] h2').first()).toBeVisible();
  await expect(pending).toHaveCount(0);
  await desk.close();

  await page.reload();
  await ready(page);
  await expect(cardOf(page, listing.name)).toContainText('$210.00');
  const live = await openTicket(page, listing.name);
  await expect(live).toContainText('Live Ticket');
  await expect(live).toContainText('Show this code to your tour guide');
  await expect(live).toContainText('Jan 15, 2027, 8:30 AM (Hawaiʻi time)');
  await expect(live).toContainText('3 people');
  expect(await scan(live.getByRole('img'))).toBe('FH-2026-88');
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await live.getByRole('link', { name: 'Add to calendar' }).click();
  const file = readFileSync(await (await downloading).path(), 'utf8');
  expect(file).toContain('DTSTART:20270115T183000Z\r\n');

  // The same dark, and without a network: another head, the same code, a file made here.
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await scan(live.getByRole('img'))).toBe('FH-2026-88');
  await page.emulateMedia({ colorScheme: null });
  await page.context().setOffline(true);
  await expect(live).toContainText('Offline Mode');
  await expect(live).not.toContainText('Live Ticket');
  await expect(live).toContainText(`OFFLINE-FH-2026-88-${listing.name}`);
  expect(await scan(live.getByRole('img'))).toBe('FH-2026-88');
  await expectAccessible(page);
  // Safari reads the file's address after the click.
  await page.evaluate(() => {
    URL.revokeObjectURL = (address) => {
      document.body.dataset.revoked = address;
    };
  });
  const saving = page.waitForEvent('download');
  await live.getByRole('button', { name: 'Add to calendar' }).click();
  const made = readFileSync(await (await saving).path(), 'utf8');
  expect(made.replace(/DTSTAMP:.*/, '')).toBe(file.replace(/DTSTAMP:.*/, ''));
  await expect(page.locator('body')).not.toHaveAttribute('data-revoked', /./);
  await page.context().setOffline(false);
  await expect(live).toContainText('Live Ticket');
});

test('what is completed or cancelled has no code to show', async ({ page, product, browser }) => {
  await signInTraveler(page, product, 'tickets-over@example.com');
  const [one, two, three] = await bookable(page);
  const desk = await openDesk(browser, product);
  await desk.decide(await book(page, product, one!.id), { status: 'completed', booking_reference: 'OVER-1' });
  await desk.decide(await book(page, product, two!.id), { status: 'cancelled' });
  await desk.decide(await book(page, product, three!.id), { status: 'confirmed' });
  await desk.close();
  await openBookings(page);
  for (const [listing, words] of [
    [one!, 'You have been there'],
    [two!, 'This booking was cancelled'],
    [three!, 'We do not have the platform’s reference'],
  ] as const) {
    const open = await openTicket(page, listing.name);
    await expect(open).toContainText(words);
    await expect(open.getByRole('img')).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
});
