import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { aListingFile, aListingRow } from '../listings-scene.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { work } from './desk-work.ts';
import { expect, ready, test } from './fixtures.ts';
import { signIn } from './session.ts';

const widths = [390, 1280];

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const file = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
const counts = (page: Page) => page.getByRole('region', { name: 'What becomes of the rows' });
const tile = (page: Page, name: string) =>
  counts(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** Sends a file by the form of the screen. */
async function send(page: Page, name: string, content: string): Promise<void> {
  const form = page.getByRole('region', { name: 'Bulk Import' });
  await form.getByLabel('CSV file of listings').setInputFiles(file(name, content));
  await expect(form.getByText(new RegExp(`${name}, .* is here`))).toBeVisible();
  await form.getByRole('button', { name: 'Check it' }).click();
}
const isChecked = (page: Page) =>
  expect(page.getByText(/^Checked, and nothing is changed yet\./)).toBeVisible({ timeout: 60_000 });
const isImported = (page: Page) => expect(page.getByText(/^Imported\./)).toBeVisible({ timeout: 60_000 });

async function expectAccessibleAtAll(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/content-import-${name}-${width}.png`, fullPage: true });
    await expectAccessible(page, { enlarged: true });
  }
}

for (const width of widths)
  test(`1,000 listings are imported at ${width} px; what is wrong is said by row and column; the same file again changes nothing`, {
    ...(width === 390 && { tag: '@main' }),
  }, async ({ page, product, elsewhere }) => {
    test.slow();
    const guest = await elsewhere();
    await signIn(page, product, 'admin@example.com');
    await page.setViewportSize({ width, height: 900 });
    await at(page, '/content');
    await page.getByRole('link', { name: 'Bulk Import' }).click();
    await expect(
      page.getByText('Nothing changes before you import it: you see first what becomes of each row.'),
    ).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the template' }).click();
    const template = await downloading;
    expect(template.suggestedFilename()).toBe('listings-template.csv');
    expect(readFileSync(await template.path(), 'utf8')).toMatch(/^\ufeff"id","name","description"/);
    await expectAccessibleAtAll(page, 'send');
    await page.setViewportSize({ width, height: 900 });

    const name = (n: number) => `Xenia ${width} outing ${n}`;
    const rows = Array.from({ length: 1_000 }, (_, n) => aListingRow({ name: name(n), address: `${n} Beach Road` }));
    const wrong = [
      aListingRow({ name: name(1_000), commission_rate: '31%', booking_url: 'javascript:alert(1)' }),
      aListingRow({ name: name(1_001), description: '=1+1' }),
    ];
    await send(page, 'thousand.csv', aListingFile([...rows, ...wrong]));
    await isChecked(page);
    await expect(tile(page, 'New')).toHaveText('1,000');
    await expect(tile(page, 'Wrong')).toHaveText('2');
    await page.getByRole('combobox', { name: 'What becomes of it' }).selectOption('Wrong');
    await expect(page.getByText('commission_rate: Maximum 30% (31%)')).toBeVisible();
    await expect(page.getByText('booking_url: must be an https URL (javascript:alert(1))')).toBeVisible();
    await expect(page.getByText('description: is a formula: write what it comes to (=1+1)')).toBeVisible();
    await expect(
      page
        .getByRole('cell', { name: '1,002' })
        .or(page.getByText('1,002', { exact: true }))
        .first(),
    ).toBeVisible();
    await expectAccessibleAtAll(page, 'wrong');
    await page.setViewportSize({ width, height: 900 });
    // A reload finds all of it again, also the file of what is wrong.
    await page.reload();
    await ready(page);
    await expect(page.getByText(/^Wrong, and left out: 2 rows\./)).toBeVisible();
    const told = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download', exact: true }).click();
    expect(readFileSync(await (await told).path(), 'utf8')).toContain('1002,commission_rate,Maximum 30%,31%');

    await page.getByRole('button', { name: 'Import the 1,000 right rows' }).click();
    await isImported(page);
    const followed = page.getByRole('region', { name: 'Import of listings' });
    await expect(followed.getByText('1,002 of 1,002')).toBeVisible();
    await expect(counts(page).getByText('1,000 rows imported.')).toBeVisible();
    await expectAccessibleAtAll(page, 'imported');
    await page.setViewportSize({ width, height: 900 });
    await at(guest, `/explore?search=${encodeURIComponent(`xenia ${width} 777`)}`);
    await expect(guest.getByRole('heading', { name: name(777) }).first()).toBeVisible();
    const kept = () =>
      ask(product, `select count(*), md5(string_agg(l::text, '' order by id)) from listings l where name like $1`, [
        `Xenia ${width} %`,
      ]);
    const before = await kept();

    await page.getByRole('link', { name: 'Another file' }).click();
    await send(page, 'thousand-again.csv', aListingFile(rows));
    await isChecked(page);
    await expect(tile(page, 'Unchanged')).toHaveText('1,000');
    await expect(
      page.getByText('There is nothing to import: no row is new, and none changes a listing.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
    expect(await kept()).toEqual(before);

    // One more change, of all: each is told as what it is, and stands in the listing's history.
    await page.getByRole('link', { name: 'Another file' }).click();
    await send(page, 'phone.csv', aListingFile([{ ...rows[5], phone: '+1 808 555 0142' }]));
    await isChecked(page);
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await isImported(page);
    await page.getByRole('link', { name: /^Listing \d+$/ }).click();
    await expect(page.getByText('Phone: empty → +1 808 555 0142')).toBeVisible();
    await expect(page.getByText(/by admin@example\.com/).first()).toBeVisible();
    await ask(product, 'update listings set is_active = false where name like $1', [`Xenia ${width} %`]);
  });

test('columns of other names are asked for, kept, and can be corrected; what is no table is refused where it is', async ({
  page,
  product,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, '/content/import');
  expectErrors(page, '415 /api/admin/listing-imports');
  await send(page, 'broken.csv', 'name,description\n"a,b\n');
  await expect(page.getByText(/a quotation mark is not closed/)).toBeVisible();
  await at(page, '/content/import');
  const { name, description, category, booking_url } = aListingRow({ name: 'Yarrow Lounge' });
  const row = { Titel: name!, Was: description!, Kind: category!, Link: booking_url! };
  await send(page, 'other.csv', aListingFile([row]));
  const form = page.getByRole('region', { name: 'Which column is what' });
  await expect(page.getByText(/^Its columns are not known\./)).toBeVisible();
  await expectAccessibleAtAll(page, 'columns');
  await page.setViewportSize({ width: 1280, height: 900 });
  const choose = (label: string, column: string) =>
    form.getByLabel(label, { exact: false }).first().selectOption(column);
  await choose('Name', 'Titel');
  await choose('Description', 'Was');
  await choose('Category', 'Kind');
  await choose('Booking URL', 'Was');
  await form.getByRole('button', { name: 'Check by these columns' }).click();
  await expect(form.getByText('One column cannot be two things.').first()).toBeVisible();
  await choose('Booking URL', 'Link');
  await form.getByRole('button', { name: 'Check by these columns' }).click();
  await isChecked(page);
  await expect(tile(page, 'New')).toHaveText('1');
  await page.getByLabel('Search by name').fill('nobody');
  await expect(page.getByText('No row is like that')).toBeVisible();

  // They are known of the next file with the same ones.
  await page.getByRole('link', { name: 'Another file' }).click();
  await send(page, 'next.csv', aListingFile([{ ...row, Titel: 'Yarrow Lounge Two' }]));
  await isChecked(page);
  await page.getByRole('link', { name: 'Change the columns' }).click();
  await choose('Name', 'Was');
  await choose('Description', 'Titel');
  await form.getByRole('button', { name: 'Check by these columns' }).click();
  await expect(tile(page, 'Wrong')).toHaveText('1', { timeout: 60_000 });
  await page.getByRole('link', { name: 'Back to the listings' }).click();
  await expect(page.getByRole('table', { name: 'Listings' })).toBeVisible();
});

test('all listings are exported; sent back the file changes nothing, and with one cell changed that alone', async ({
  page,
  product,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, '/content/import');
  const work = page.getByRole('region', { name: 'Export of listings' });
  const fetched = async () => {
    await page
      .getByRole('region', { name: 'Export', exact: true })
      .getByRole('button', { name: 'Begin the export' })
      .click();
    await expect(work.getByRole('link', { name: 'Download', exact: true })).toBeVisible({ timeout: 60_000 });
    const downloading = page.waitForEvent('download');
    await work.getByRole('link', { name: 'Download', exact: true }).click();
    return await downloading;
  };
  const download = await fetched();
  expect(download.suggestedFilename()).toBe('listings.csv');
  const content = readFileSync(await download.path(), 'utf8');
  const [found] = await ask<{ count: string; id: number }>(
    product,
    `select (select count(*) from listings where deleted_at is null and held is distinct from 'unpublished'), id from listings
     where deleted_at is null and is_active and not is_featured order by id limit 1`,
  );
  const { count, id } = found!;
  const all = Number(count).toLocaleString('en');
  await expect(work.getByText(`${all} of ${all}`)).toBeVisible();
  await expectAccessibleAtAll(page, 'export');
  await page.setViewportSize({ width: 1280, height: 900 });

  await send(page, 'exported.csv', content);
  await isChecked(page);
  await expect(tile(page, 'Unchanged')).toHaveText(all);
  await expect(counts(page).locator('dl > div')).toHaveCount(1);
  await expect(page.getByText('There is nothing to import: no row is new, and none changes a listing.')).toBeVisible();
  await page.getByRole('link', { name: 'Another file' }).click();
  expect(content).toContain(`\r\n${id},`);
  await send(page, 'corrected.csv', content.replace(new RegExp(`(\r\n${id},[^]*?,)(no)(?=,)`), '$1yes'));
  await isChecked(page);
  await expect(tile(page, 'Changed')).toHaveText('1');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await isImported(page);
  const featured = () => ask(product, 'select is_featured from listings where id = $1', [id]);
  expect(await featured()).toEqual([{ is_featured: true }]);
  await ask(product, 'update listings set is_featured = false where id = $1', [id]);

  // Without numbers, for another installation.
  await page.getByRole('link', { name: 'Another file' }).click();
  await page.getByLabel('For another installation').click();
  const unnumbered = readFileSync(await (await fetched()).path(), 'utf8');
  expect(unnumbered).toMatch(/^\ufeffname,description,/);
});

test('how far an import is stands on its own screen as it goes on, also after a reload, until it is over', async ({
  page,
  product,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  await at(page, '/content/import');
  await send(page, 'progress.csv', aListingFile([aListingRow({ name: 'Wallaby Walk' })]));
  await isChecked(page);
  // In the hands of a worker that is as slow as this test.
  const id = await work(product, {
    ...{ kind: 'listings-import', state: 'running', done_steps: 3, total_steps: 1_000, started_at: new Date() },
  });
  await ask(product, `update listing_imports set state = 'importing', work_id = $1 where file_name = 'progress.csv'`, [
    id,
  ]);
  await at(page, new URL(page.url()).pathname + new URL(page.url()).search.replace(/&?work=[^&]*/, ''));
  const followed = page.getByRole('region', { name: 'Import of listings' });
  const bar = followed.getByRole('progressbar', { name: 'How far it is: Import of listings' });
  await expect(bar).toHaveAttribute('value', '3');
  await expect(bar).toHaveAttribute('max', '1000');
  await expect(followed.getByText('3 of 1,000')).toBeVisible();
  await expectAccessibleAtAll(page, 'progress');
  await ask(product, 'update long_work set done_steps = 700 where id = $1', [id]);
  await expect(bar).toHaveAttribute('value', '700', { timeout: 15_000 });
  await expect(followed.getByText('700 of 1,000')).toBeVisible();
  await ask(
    product,
    `update listing_imports set state = 'imported', upload_id = null where file_name = 'progress.csv'`,
  );
  await ask(
    product,
    `update long_work set state = 'done', done_steps = 1000, ended_at = now(), result_name = 'imported.csv', result_type = 'text/csv',
      result_bytes = 10, result_expires_at = now() + interval '1 day' where id = $1`,
    [id],
  );
  await isImported(page);
  await expect(bar).toHaveCount(0);
});

test('what somebody else changes after the check is told, and stays as it is', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  await at(page, '/content/import');
  const rows = ['Wren Walk', 'Wren Run'].map((name) => aListingRow({ name }));
  await send(page, 'wren.csv', aListingFile(rows));
  await isChecked(page);
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await isImported(page);
  await page.getByRole('link', { name: 'Another file' }).click();
  await send(page, 'wren-changed.csv', aListingFile(rows.map((row) => ({ ...row, phone: '808 1' }))));
  await isChecked(page);
  await expect(tile(page, 'Changed')).toHaveText('2');
  await ask(product, "update listings set phone = '808 2' where name = 'Wren Walk'");
  // Begun before, and broken off.
  await ask(product, "update listing_imports set state = 'importing' where file_name = 'wren-changed.csv'");
  await page.reload();
  await ready(page);
  await page.getByRole('button', { name: 'Go on with the import' }).click();
  await isImported(page);
  await expect(counts(page).getByText('1 row imported.')).toBeVisible();
  await expect(
    page.getByText('Changed by somebody else after the check, and left as they made it: 1 listing.'),
  ).toBeVisible();
  const phones = await ask(product, "select phone from listings where name like 'Wren %' order by name");
  expect(phones).toEqual([{ phone: '808 1' }, { phone: '808 2' }]);
  await ask(product, "update listings set is_active = false where name like 'Wren %'");
});

test('the last imports stand below the upload, each leading to its rows and to what is wrong in it', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin@example.com');
  await at(page, '/content/import');
  const rows = [
    aListingRow({ name: 'Yoga at the pier' }),
    aListingRow({ name: 'Yoga at dawn', commission_rate: '7%' }),
  ];
  await send(page, 'yoga.csv', aListingFile(rows));
  await isChecked(page);
  await page.getByRole('link', { name: 'Another file' }).click();
  await send(page, 'yoga-columns.csv', 'what,where\nYoga,Hilo\n');
  await expect(page.getByText(/^Its columns are not known\./)).toBeVisible();
  await at(page, '/content/import');
  await expect(page.getByRole('heading', { name: 'Last imports' })).toBeVisible();
  await page.getByLabel('Search by file name').fill('no such file');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No file is called that')).toBeVisible();
  await expect(page.getByText('Take a word out of the search.')).toBeVisible();
  await page.getByLabel('Search by file name').fill('yoga');
  await page.keyboard.press('Enter');
  const last = page.getByRole('region', { name: 'Last imports' }).or(page.getByRole('table', { name: 'Last imports' }));
  await expect(last.getByText('admin@example.com').first()).toBeVisible();
  await expect(last.getByText('Checked, and nothing is changed yet').first()).toBeVisible();
  await expect(last.getByText('Unchecked')).toBeVisible();
  await last.getByRole('link', { name: 'yoga-columns.csv' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(last.getByRole('link', { name: 'yoga.csv' })).toBeFocused();
  await expectAccessibleAtAll(page, 'last');
  await page.getByRole('link', { name: '1 wrong row' }).click();
  await expect(page.getByText('commission_rate: Minimum 8% (7%)')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'What becomes of it' })).toHaveValue('wrong');
  await page.getByRole('link', { name: 'Another file' }).click();
  await page.getByRole('link', { name: 'yoga.csv', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'yoga.csv' })).toBeVisible();
});
