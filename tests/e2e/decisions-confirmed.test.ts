import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { book, bookable, openBookings, openRow } from './bookings-world.ts';
import { ask } from './database.ts';
import { addDevice, addPasskey, type Device, removePasskey } from './device-passkeys.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

test.use({ expectedErrors: ['403 /api/*'] });

/** An administrator with a passkey, in a session that has confirmed nothing yet. */
async function beginAsAdministrator(page: Page, product: Product): Promise<Device> {
  const device = await addDevice(page);
  await signIn(page, product, 'admin@example.com', { fresh: true });
  await addPasskey(page);
  await page.context().clearCookies();
  await signIn(page, product, 'admin@example.com', { fresh: true });
  return device;
}

test('a booking is decided, and what a platform told is put away, once the device has confirmed it', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const phone = await elsewhere();
  const email = 'confirmed@decisions.example';
  await signInTraveler(phone, product, email, { fresh: true });
  const [listing] = await bookable(phone);
  const id = await book(phone, product, listing!.id);
  const statusOf = async () => (await ask(product, 'select status from bookings where id = $1', [id]))[0];
  const device = await beginAsAdministrator(page, product);

  await openBookings(page, `?search=${email}`);
  await (await openRow(page, email)).getByRole('button', { name: 'Decide' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: 'Confirmed' }).check();
  await sheet.getByLabel('Reason').fill('On the statement');
  await device.say('no');
  await sheet.getByRole('button', { name: 'Save' }).click();
  const refused = 'Nothing was changed: your device did not confirm.';
  await expect(sheet.getByRole('alert').filter({ hasText: refused })).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/decision-unconfirmed-${width}.png` });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
  }
  expect(await statusOf()).toEqual({ status: 'pending' });
  await device.say('yes');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
  expect([await statusOf(), device.confirmations()]).toEqual([{ status: 'confirmed' }, 1]);

  // A confirmation holds for ten minutes; it is over.
  await ask(product, 'update sessions set confirmed_until = null');
  const row = { reference: 'UNCONFIRMED-1', version_digest: Buffer.from('x') };
  await ask(
    product,
    `insert into platform_bookings
      (platform, supplier, reference, reference_keys, status, version, version_digest, first_news_at, last_news_at, state)
      values ('fareharbor', 'reefwalk', $1, array[$1], 'confirmed', now(), $2, now(), now(), 'unmatched')`,
    Object.values(row),
  );
  await page.goto(`/money/news?state=unmatched&search=${row.reference}`);
  await ready(page);
  await page.getByRole('link', { name: row.reference }).click();
  await page.getByRole('region', { name: 'About this booking' }).getByRole('button', { name: 'Put away' }).click();
  await sheet.getByLabel('Reason').fill('Not one of ours');
  await device.say('no');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText(refused).first()).toBeVisible();
  await device.say('yes');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`${row.reference} is put away.`)).toBeVisible();
  expect(device.confirmations()).toBe(2);
  await ask(product, 'delete from platform_bookings where reference = $1', [row.reference]);
  await removePasskey(page);
});
