import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { newCode } from '../../server/features/scanning/scanning.ts';
import { deriveKey } from '../../server/platform/settings.ts';
import { codesByZbar, codesOn, drawPages } from '../read-pages.ts';
import { loseReads } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask, countScans } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { standInForPictures } from './map-pictures.ts';
import { aHost } from './own-places.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const placeOf = (page: Page): Locator => page.getByRole('region', { name: 'About this place' });
const field = (page: Page, name: string): Locator => page.getByRole('main').getByLabel(new RegExp(`^${name}`));
/** A code that the product has made, and that nobody knows any more. */
const ours = (product: Product): string =>
  newCode(deriveKey(readFileSync(join(product.dataDir, 'secret.key'), 'utf8').trim(), 'code'));

test('a place is added, put on the map, seen by a guest at once, changed, deleted and brought back', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  const guest = await elsewhere();
  await standInForPictures(page.context());
  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard');
  await page.getByRole('link', { name: 'Locations', exact: true }).click();
  await expect(
    page.getByText(/^\d+ places?: \d+ without a partner, \d+ without coordinates\. \d+ deleted\./),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Add a place' }).click();
  await expect(page.getByText('Guests can open it as soon as it is added.')).toBeVisible();
  await field(page, 'Name').fill('Zephyr Pier');
  await field(page, 'Words about it').fill('Where the boats come in');
  await field(page, 'Address').fill('1 Pier Road');
  // What is wrong stands at its field, and nothing is sent.
  await field(page, 'Longitude').fill('east');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please give degrees, as 21.2767 or -157.8275.').first()).toBeVisible();
  await field(page, 'Longitude').fill('-157.8');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Latitude and longitude belong together: give both, or neither.').first()).toBeVisible();
  await expect(page.getByText('Looking up addresses is not set up here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Look up the address' })).toBeDisabled();
  await field(page, 'Longitude').fill('');
  await page.getByRole('button', { name: 'Pick on the map' }).click();
  const map = page.getByRole('region', { name: 'Map to pick the position on' });
  await map.locator('.leaflet-container').click({ position: { x: 120, y: 120 } });
  await expect(page.getByText(/^Picked: 21\.\d+, -157\.\d+\.$/)).toBeVisible();
  const tapped = await field(page, 'Latitude').inputValue();
  await page.getByRole('button', { name: 'Nearer' }).click();
  await page.getByRole('button', { name: 'Farther' }).click();
  await page.getByRole('button', { name: 'Take the middle of the map' }).click();
  await expect(field(page, 'Latitude')).not.toHaveValue(tapped);
  await page.screenshot({ path: 'test-results/locations-map-390.png', fullPage: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Zephyr Pier is added.')).toBeVisible();
  const detail = placeOf(page);
  await expect(detail.getByText('Known', { exact: true })).toBeVisible();
  const id = new URL(page.url()).searchParams.get('open');
  await at(guest, `/location/${id}`);
  await expect(guest.getByRole('heading', { name: 'Zephyr Pier' })).toBeVisible();

  await detail.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByText('You edit Zephyr Pier. Guests see what you save at once.')).toBeVisible();
  const editor = page.url();
  await expectOnEveryWidth(page, editor, 'locations-editor', () => field(page, 'Name'), at);
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, editor);
  await field(page, 'Name').fill('Zephyr Wharf');
  const partner = field(page, 'Partner');
  await partner.selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Zephyr Wharf is saved.')).toBeVisible();
  await expect(detail.getByText('Name: Zephyr Pier → Zephyr Wharf')).toBeVisible();
  await expect(detail.getByText(/^Partner: empty → /)).toBeVisible();
  await at(guest, `/location/${id}`);
  await expect(guest.getByRole('heading', { name: 'Zephyr Wharf' })).toBeVisible();
  await expectOnEveryWidth(page, page.url(), 'locations-place', () => detail, at);

  await detail.getByRole('button', { name: 'Delete' }).click();
  const sheet = page.getByRole('dialog', { name: 'Delete a place' });
  await expect(sheet.getByText(/^No guest can open Zephyr Wharf any more/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Zephyr Wharf is deleted.')).toBeVisible();
  expectErrors(guest, `404 /location/${id}`);
  await guest.goto(`/location/${id}`);
  await expect(guest.getByRole('heading', { name: 'Zephyr Wharf' })).toHaveCount(0);
  await expect(detail.getByText(/^This can be undone until /)).toBeVisible();
  await detail.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Zephyr Wharf is as it was before.')).toBeVisible();
  await expect(detail.getByText('Deletion undone')).toBeVisible();
});

test('places are found by words, partner and coordinates, at every width; of two who save at once one wins', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const other = await elsewhere();
  await ask(
    product,
    "insert into locations (name, description, address, island) values ('Quokka Nowhere', '', '', '')",
  );
  const choice = (name: string) => page.getByRole('combobox', { name });
  await signIn(page, product, 'admin@example.com');
  await expectOnEveryWidth(page, '/locations', 'locations', () => page.getByRole('table'), at);
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, '/locations');
  await page.getByLabel('Search by name, address or partner').fill('quokka');
  await expect(page.getByText('1 place found.')).toBeVisible();
  await choice('Coordinates').selectOption('with');
  await expect(page.getByText('No place is like that')).toBeVisible();
  await choice('Coordinates').selectOption('without');
  await choice('Partner').selectOption('without');
  await page.getByRole('link', { name: 'Quokka Nowhere' }).click();
  await expect(placeOf(page).getByText('Not known', { exact: true })).toBeVisible();
  await placeOf(page).getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/locations\/editor\?/);
  await signInTraveler(other, product, 'second@locations.example', { fresh: true });
  const isAdmin = `update profiles set role = 'admin' from users u where u.id = user_id and u.email = $1`;
  await ask(product, isAdmin, ['second@locations.example']);
  await at(other, page.url());
  await field(other, 'Name').fill('Quokka Corner');
  await field(other, 'Words about it').fill('By the corner');
  await field(page, 'Name').fill('Quokka Somewhere');
  await field(page, 'Address').fill('7 Some Street');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Quokka Somewhere is saved.')).toBeVisible();
  expectErrors(other, '409 /api/admin/locations/*');
  const unread = await loseReads(other, '**/api/admin/locations/*');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(
    other.getByText(/changed this place meanwhile\. What they changed could not be read just now/),
  ).toBeVisible();
  await expect(other.getByText(/^What you sent may have arrived/)).toHaveCount(0);
  await expect(field(other, 'Name')).toHaveValue('Quokka Corner');
  await unread();
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Somebody else has changed this place meanwhile.')).toBeVisible();
  await expect(other.getByText(/Taken over from the other: Address\. Changed by both, .*: Name\./)).toBeVisible();
  await expect(other.getByText('Name of the other: Quokka Somewhere')).toBeVisible();
  await expect(field(other, 'Address')).toHaveValue('7 Some Street');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Quokka Corner is saved.')).toBeVisible();

  await at(page, '/locations/editor?place=2000000000');
  await expect(page.getByText('This place is not there.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the places' }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('a scan that credited nobody becomes a code: the next scan counts; a paused one goes on', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const guest = await elsewhere();
  const code = ours(product);
  const mistyped = code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const one of [code, mistyped]) {
    await at(guest, `/location/1?qr=${one}`);
    const orphans = () => ask(product, 'select id from orphan_scans where code = $1', [one]);
    await expect.poll(async () => (await orphans()).length).toBe(1);
  }
  await signIn(page, product, 'admin@example.com');
  await expectOnEveryWidth(page, '/locations/orphans', 'orphans', () => page.getByRole('table'), at);
  await page.setViewportSize({ width: 1280, height: 900 });
  const detail = page.getByRole('region', { name: 'About this code' });
  await at(page, `/locations/orphans?search=${mistyped}`);
  await page.getByRole('link', { name: mistyped }).click();
  await expect(detail.getByText(/^It was not made by us, or it was mistyped/)).toBeVisible();
  await expect(detail.getByText(/The next scan counts/)).toHaveCount(0);
  await at(page, `/locations/orphans?search=${code}`);
  await page.getByRole('link', { name: code }).click();
  await expect(detail.getByText('0 by the scanner of the guide, 1 by the phone’s camera')).toBeVisible();
  await detail.getByLabel('Find a place').fill('no place has this name');
  await detail.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(detail.getByText('No place is like that.')).toBeVisible();

  await detail.getByRole('link', { name: 'Make a place for it' }).click();
  await expect(page.getByText(new RegExp(`It is for the code ${code}`))).toBeVisible();
  await field(page, 'Name').fill('Orphan’s Home');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(detail.getByText('It will lead to Orphan’s Home.')).toBeVisible();
  await expectOnEveryWidth(page, page.url(), 'orphan', () => detail, at);
  await detail.getByRole('button', { name: 'Make this a code' }).click();
  const sheet = page.getByRole('dialog', { name: 'Make this a code' });
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`${code} is a code of Orphan’s Home now.`)).toBeVisible();
  await expect(detail.getByText('In use now')).toBeVisible();
  expect(await countScans(product, code)).toBe(0);
  await at(guest, `/location/1?qr=${code}`);
  await expect(guest.getByRole('heading', { name: 'Orphan’s Home' })).toBeVisible();
  await expect.poll(() => countScans(product, code)).toBe(1);

  const [paused] = await ask<{ code: string }>(
    product,
    `update qr_codes set status = 'paused' where code = $1 returning code`,
    [code],
  );
  await at(guest, `/location/1?qr=${paused!.code}`);
  await at(page, `/locations/orphans?state=paused&search=${code}&open=${code}`);
  await detail.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('dialog', { name: 'Resume' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`${code} goes on.`)).toBeVisible();
});

test('of two who make a code of the same orphan one wins; the other is told where it leads by now', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const [guest, other] = [await elsewhere(), await elsewhere()];
  const code = ours(product);
  await at(guest, `/location/1?qr=${code}`);
  const orphans = () => ask(product, 'select id from orphan_scans where code = $1', [code]);
  await expect.poll(async () => (await orphans()).length).toBe(1);
  const places = await ask<{ id: number; name: string }>(
    product,
    `insert into locations (name, description, address, island) values ('Taro Field', '', '', ''), ('Taro Patch', '', '', '')
      returning id, name`,
  );
  await signIn(page, product, 'admin@example.com');
  await signInTraveler(other, product, 'orphan@locations.example', { fresh: true });
  await ask(product, `update profiles set role = 'admin' from users u where u.id = user_id and u.email = $1`, [
    'orphan@locations.example',
  ]);
  const detail = (by: Page) => by.getByRole('region', { name: 'About this code' });
  const sheet = (by: Page) => by.getByRole('dialog', { name: 'Make this a code' });
  for (const [nth, by] of [page, other].entries()) {
    await at(by, `/locations/orphans?open=${code}&place=${places[nth]!.id}`);
    await detail(by).getByRole('button', { name: 'Make this a code' }).click();
    await expect(sheet(by).getByText(`${code} leads to ${places[nth]!.name} from now on.`)).toBeVisible();
  }
  await sheet(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`${code} is a code of Taro Field now.`)).toBeVisible();
  expectErrors(other, '409 /api/admin/orphan-scans/*/code');
  await sheet(other).getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet(other).getByText('This is a code already: it leads to Taro Field.')).toBeVisible();
  await sheet(other).getByRole('button', { name: 'Close' }).click();
  await expect(detail(other).getByText('In use now')).toBeVisible();
  await expect(detail(other).getByRole('button', { name: 'Make this a code' })).toHaveCount(0);
  const leads = 'select p.name from qr_codes c join locations p on p.id = c.location_id where c.code = $1';
  expect(await ask(product, leads, [code])).toEqual([{ name: 'Taro Field' }]);
});

test('three rows become places, codes and a print file whose codes are read; a fault is told at its row', async ({
  page,
  product,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, '/locations');
  await page.getByRole('link', { name: 'QR batch' }).click();
  await page.getByRole('link', { name: 'Create Location QR Batch' }).click();
  const form = page.getByRole('region', { name: 'Create Location QR Batch' });
  const row = (number: number) => form.getByRole('group', { name: `Row ${number}`, exact: true });
  for (const number of [1, 2, 3]) {
    if (number > 1) await form.getByRole('button', { name: 'Add a row' }).click();
    await row(number).getByLabel('Name').fill(`Batch Cove ${number}`);
    await row(number).getByLabel('Address').fill(`${number} Cove Road`);
  }
  await row(2).getByLabel('Partner').fill('Nobody We Know');
  await form.getByLabel('Paper').selectOption('a6');
  await form.getByRole('button', { name: 'Check the rows' }).click();
  await expect(form.getByText('1 fault in 3 rows. Nothing is made before they are mended.')).toBeVisible();
  await expect(form.getByText(/^Row 2, partner: is no partner/)).toBeVisible();
  await row(2).getByLabel('Partner').fill('');
  await form.getByRole('button', { name: 'Check the rows' }).click();
  await expect(form.getByText('3 rows checked: all of them can be made. Nothing is made yet.')).toBeVisible();
  await page.screenshot({ path: 'test-results/batch-checked-1280.png', fullPage: true });
  // A row more has not been checked.
  await form.getByRole('button', { name: 'Add a row' }).click();
  await expect(form.getByText('3 rows checked: all of them can be made. Nothing is made yet.')).toHaveCount(0);
  await form.getByRole('button', { name: 'Remove Row 4' }).click();
  await form.getByRole('button', { name: 'Check the rows' }).click();
  await expect(form.getByText('3 rows checked: all of them can be made. Nothing is made yet.')).toBeVisible();
  await form.getByRole('button', { name: 'Create Location QR Batch' }).click();
  await expect(page.getByText(/^Batch \d+ is begun\.$/)).toBeVisible();
  const work = page.getByRole('region', { name: 'Create Location QR Batch' });
  await expect(work.getByText('Done')).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    work.getByRole('link', { name: 'Download' }).click(),
  ]);
  const pages = await drawPages(readFileSync(await download.path()), 10);
  expect(pages).toHaveLength(3);
  const codes = await ask<{ code: string; id: number }>(
    product,
    "select c.code, p.id from qr_codes c join locations p on p.id = c.location_id where p.name like 'Batch Cove %' order by p.name",
  );
  for (const [at, sheet] of pages.entries()) {
    const read = await codesOn(sheet);
    expect(read.map((url) => new URL(url).searchParams.get('qr'))).toEqual([codes[at]!.code]);
    const byZbar = await codesByZbar(sheet);
    if (byZbar) expect(byZbar).toEqual(read);
  }
  await page
    .getByRole('link', { name: /^Batch \d+$/ })
    .first()
    .click();
  const detail = page.getByRole('region', { name: 'About this batch' });
  await expect(detail.getByText('3 of 3')).toBeVisible();
  const opened = page.url();
  await expectOnEveryWidth(page, opened, 'batch', () => detail, at);
  await expectOnEveryWidth(page, '/locations/batch?new=rows', 'batch-rows', () => form, at);

  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, '/locations/batch?new=file');
  const content = `name,address\nBatch Cove 1,1 Cove Road\nBatch Cove 2,2 Cove Road\nBatch Cove 3,3 Cove Road\n`;
  await form
    .getByLabel('CSV file')
    .setInputFiles({ name: 'cove.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await expect(form.getByText(/cove\.csv, .* is here/)).toBeVisible();
  await form.getByRole('button', { name: 'Check the rows' }).click();
  await expect(form.getByText(/^These rows are batch \d+ already: nothing is made twice/)).toBeVisible();
  await expectOnEveryWidth(page, '/locations/batch?new=file', 'batch-file', () => form, at);
});

test('rows for which a partner has no room say so; one tick raises its limit with the batch', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const email = 'room@partners.example';
  await aHost(await elsewhere(), product, email);
  const where = `owner_id = (select id from users where email = $1)`;
  await ask(product, `update organisations set qr_codes_limit = 1, name = 'Hale Room' where ${where}`, [email]);
  await signIn(page, product, 'admin@example.com');
  await at(page, '/locations/batch?new=file');
  const form = page.getByRole('region', { name: 'Create Location QR Batch' });
  const rows = [1, 2, 3].map((number) => `Room Caf\xe9 ${number},${email}\n`).join('');
  await form
    .getByLabel('CSV file')
    .setInputFiles({ name: 'room.csv', mimeType: 'text/csv', buffer: Buffer.from(`name,partner\n${rows}`, 'latin1') });
  await expect(form.getByText(/^Read as Windows-1252\. If letters/)).toBeVisible();
  await expect(form.getByText(/room\.csv, .* is here/)).toBeVisible();
  await form.getByRole('button', { name: 'Check the rows' }).click();
  await expect(form.getByText('Hale Room has room for 1 of 3 rows: its limit is 1 code.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Check the rows' })).toBeVisible();
  const raise = form.getByRole('switch', { name: 'Raise the limit of Hale Room to 3' });
  await expectOnEveryWidth(
    page,
    page.url(),
    'batch-room',
    () => raise,
    async () => {},
  );
  await raise.check();
  await form.getByRole('button', { name: 'Create Location QR Batch' }).click();
  await expect(page.getByText(/^Batch \d+ is begun\.$/)).toBeVisible();
  const told = await ask(product, `select qr_codes_limit from organisations where ${where}`, [email]);
  expect(told).toEqual([{ qr_codes_limit: 3 }]);
});
