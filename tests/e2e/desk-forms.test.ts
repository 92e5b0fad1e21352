import type { Locator, Page } from '@playwright/test';
import { errors } from '../../contract/errors.ts';
import { addDays, hawaiiDay } from '../../contract/hawaii-time.ts';
import { cut, findWrong, hold } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { openSection } from './desk-pages.ts';
import { admin, clear } from './desk-work.ts';
import { expect, ready, test } from './fixtures.ts';
import { endSessions, signIn } from './session.ts';

const today = () => hawaiiDay(new Date());

/** A form of the page that shows the design language. */
async function openDesign(page: Page, name: string): Promise<Locator> {
  await page.goto('/dev/design');
  await ready(page);
  return page.getByRole('form', { name });
}

/** By all rules that axe has, and with text twice the size on a narrow phone: the rest of that page is for builders. */
async function expectUsable(page: Page, part: Locator): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  const wider = await part.evaluate((element) => {
    const root = document.documentElement;
    root.style.fontSize = '200%';
    const most = element.getBoundingClientRect().right;
    const inner = [...element.querySelectorAll('*')].filter((one) => !one.closest('.visually-hidden'));
    const found = inner.filter((one) => one.getBoundingClientRect().right > most + 1).map((one) => one.outerHTML);
    root.style.fontSize = '';
    return found;
  });
  expect(wider).toEqual([]);
}

const every = 'Every field, empty';

test('money is typed in dollars, kept in cents, and refused where it is none', async ({ page }) => {
  const form = await openDesign(page, every);
  const money = form.getByLabel('Daily budget');
  const cents = form.locator('input[hidden][name=budget]');
  for (const [typed, written, kept] of [
    ['$1,234.5', '1,234.50', '123450'],
    ['7', '7.00', '700'],
  ] as const) {
    await money.fill(typed);
    await money.blur();
    await expect(money).toHaveValue(written);
    await expect(cents).toHaveValue(kept);
    await expect(money).not.toHaveAttribute('aria-invalid');
  }
  for (const [typed, said] of [
    ['1.234,50', 'Please give an amount in dollars, like 1,234.50.'],
    ['.5', 'Please give at least $1.00.'],
    ['20,000', 'Please give at most $10,000.00.'],
  ] as const) {
    await money.fill(typed);
    await money.blur();
    await expect(money).toHaveAccessibleDescription(`In US dollars. ${said}`);
  }
  await money.fill('abc');
  await expect(cents).toHaveValue('');
});

test('days are Hawaiʻi’s: typed, or as they are often meant', async ({ page }) => {
  // Two hours after midnight in London it is still the day before in Hawaiʻi.
  await page.clock.setFixedTime(new Date('2026-12-01T02:00:00Z'));
  const form = await openDesign(page, every);
  const day = form.getByLabel('Begins on');
  const send = form.getByRole('button', { name: 'Check this form' });
  await day.pressSequentially('12');
  await send.click();
  await expect(day).toHaveAccessibleDescription('A day in Hawaiʻi. Please give all of it.');
  await day.fill('2025-12-31');
  await expect(day).not.toHaveAttribute('aria-invalid');
  await send.click();
  await expect(day).toHaveAccessibleDescription('A day in Hawaiʻi. Please stay within what can be chosen here.');
  for (const [name, value] of [
    ['Today', '2026-11-30'],
    ['Tomorrow', '2026-12-01'],
    ['In a week', '2026-12-07'],
  ] as const) {
    await form.getByRole('button', { name, exact: true }).click();
    await expect(day).toHaveValue(value);
    await expect(form.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
  }
  const range = form.getByRole('group', { name: 'Shown on' });
  const [first, last] = [range.getByLabel('First day'), range.getByLabel('Last day')];
  for (const [name, from, to] of [
    ['Last 7 days', '2026-11-24', '2026-11-30'],
    ['Last 30 days', '2026-11-01', '2026-11-30'],
    ['Last 90 days', '2026-09-02', '2026-11-30'],
    ['This month', '2026-11-01', '2026-11-30'],
    ['Last month', '2026-10-01', '2026-10-31'],
  ] as const) {
    await range.getByRole('button', { name }).press('Enter');
    await expect(first).toHaveValue(from);
    await expect(last).toHaveValue(to);
    await expect(range.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
  }
  await last.fill('2026-09-30');
  await last.blur();
  await expect(last).toHaveAccessibleDescription('The last day cannot lie before the first.');
  await last.fill('2027-01-31');
  await expect(last).toHaveAccessibleDescription('Please choose at most 90 days.');
  await expect(range.getByRole('button', { pressed: true })).toHaveCount(0);
  await last.fill('2026-12-29');
  await expect(last).not.toHaveAttribute('aria-invalid');
});

test('of many, those that are ticked stay so while others are searched for', async ({ page }) => {
  const form = await openDesign(page, every);
  const places = form.getByRole('group', { name: 'Places' });
  await places.getByLabel('Hale Kai').check();
  await places.getByLabel('Search in: Places').fill('paia');
  await expect(places.getByRole('checkbox')).toHaveCount(1);
  await places.getByLabel('Pāʻia Bakery').press('Space');
  await expect(places.getByText('2 of 10 chosen')).toBeVisible();
  await places.getByLabel('Search in: Places').fill('nowhere');
  // It neither sends the form nor takes a tick away.
  await places.getByLabel('Search in: Places').press('Enter');
  await expect(places.getByText('None is like that.')).toBeVisible();
  await expect(form.getByRole('alert').filter({ hasText: 'look' })).toHaveCount(0);
  await places.getByLabel('Search in: Places').fill('');
  await expect(places.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await places.getByRole('button', { name: 'Clear' }).click();
  await expect(places.getByText('0 of 10 chosen')).toBeVisible();
  await expect(places.getByRole('checkbox').first()).toBeFocused();
  await expect(form.getByRole('group', { name: 'Islands' }).getByRole('searchbox')).toHaveCount(0);
});

test('what must be filled in says so; all that is at fault is said at its field and summed up, and can be put right from there', async ({
  page,
}) => {
  const form = await openDesign(page, every);
  await expect(form.getByText('Daily budget (required)')).toBeVisible();
  await expect(form.getByText('For whom it is', { exact: true })).toBeVisible();
  await form.getByLabel('Name of the campaign').fill('   ');
  await form.getByRole('group', { name: 'Shown on' }).getByLabel('First day').fill('2026-12-31');
  await form.getByRole('group', { name: 'Shown on' }).getByLabel('Last day').fill('2026-12-01');
  await form.getByRole('button', { name: 'Check this form' }).click();
  await expect(form.getByLabel('Name of the campaign')).toBeFocused();
  const summary = form.getByRole('alert').filter({ hasText: '6 fields need another look' });
  await expect(summary.getByRole('link')).toHaveText([
    'Name of the campaign: Please fill this in.',
    'Daily budget: Please fill this in.',
    'Begins on: Please fill this in.',
    'Shown on, Last day: The last day cannot lie before the first.',
    'Islands: Please choose at least one.',
    'List of guests: Please fill this in.',
  ]);
  await expectUsable(page, form);
  await summary.getByRole('link', { name: /^Daily budget/ }).press('Enter');
  await expect(form.getByLabel('Daily budget')).toBeFocused();
  await page.keyboard.type('12');
  await expect(form.getByRole('alert').filter({ hasText: '5 fields need another look' })).toBeVisible();
  await expect(form.getByLabel('Daily budget')).not.toHaveAttribute('aria-invalid');
  await page.getByRole('link', { name: /^Islands/ }).click();
  await expect(form.getByLabel('Oʻahu')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(form.getByRole('alert').filter({ hasText: '4 fields need another look' })).toBeVisible();
});

const csv = (bytes: number) => ({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.alloc(bytes, 'a') });
const uploads = '**/api/uploads/*';

test('a file of another kind, too large or empty is refused before a byte of it is sent', async ({ page }) => {
  const form = await openDesign(page, every);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/uploads/') && asked.push(request.url()));
  const file = form.getByLabel('List of guests');
  await expect(form.getByText('Drop a file here, or choose one. At most 2 MB.')).toBeVisible();
  for (const [given, said] of [
    [{ name: 'guests.png', mimeType: 'image/png', buffer: Buffer.alloc(10) }, 'This file is of another kind.'],
    [
      { name: 'guests.xlsx', mimeType: '', buffer: Buffer.alloc(10) },
      'This file is a spreadsheet. Please save it as CSV',
    ],
    [csv(2_000_001), 'This file is larger than 2 MB.'],
    [csv(0), 'There is nothing in this file.'],
  ] as const) {
    await file.setInputFiles(given);
    await expect(file).toHaveAccessibleDescription(new RegExp(said));
  }
  await expect(form.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  expect(asked).toEqual([]);
});

test('a file is dropped, followed, called off, tried again after the network failed, and taken away', async ({
  page,
  product,
}) => {
  await signIn(page, product, admin);
  const form = await openDesign(page, every);
  const file = form.getByLabel('List of guests');
  const sent = form.locator('input[type=hidden][name=file]');
  const bodies: string[] = [];
  const release = await hold(page, uploads);
  page.on('request', (request) => request.url().includes('/api/uploads/') && bodies.push(request.postData() ?? ''));
  const drop = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['a,b'.repeat(1_000)], 'guests.csv', { type: 'text/csv' }));
    return data;
  });
  await file.dispatchEvent('drop', { dataTransfer: drop });
  await expect(form.getByText('Sending guests.csv, 3 kB')).toBeVisible();
  await expect(form.getByRole('progressbar')).toHaveJSProperty('max', 3_000);
  // Meanwhile the form is not sent.
  await form.getByRole('button', { name: 'Check this form' }).click();
  await expect(file).toHaveAccessibleDescription(/Please wait until the file is sent, or cancel it\.$/);
  await form.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await expect(file).toBeFocused();
  await expect(sent).toHaveValue('');
  await release();

  await cut(page, uploads);
  expectErrors(page, 'net::ERR_FAILED /api/uploads/*');
  await file.setInputFiles(csv(3_000));
  await expect(file).toHaveAccessibleDescription(/Network error\. Please check your connection and try again\.$/);
  await page.unroute(uploads);
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect(form.getByText('guests.csv, 3 kB, is here')).toBeVisible();
  await expect(file).not.toHaveAttribute('aria-invalid');
  const kept = await ask(product, "select id, bytes from uploads where name = 'guests.csv'");
  expect(kept).toEqual([{ id: await sent.inputValue(), bytes: 3_000 }]);
  expect(bodies.at(-1)).toMatch(/form-data; name="file"; filename="guests.csv"/);
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(sent).toHaveValue('');
  await expect(file).toBeFocused();
  await file.setInputFiles({ name: 'short.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
  await expect(form.getByText('short.csv, 8 bytes, is here')).toBeVisible();
});

const offers = 'A long form, with rows';
const offer = (form: Locator, number: number) => form.getByRole('group', { name: `Offer ${number}`, exact: true });

test('in a long form each fault stands at its field in its row, and goes with its row', async ({ page }) => {
  const form = await openDesign(page, offers);
  await form.getByLabel('Name of the campaign').fill('Reef days');
  await form.getByLabel('Daily budget').fill('100');
  const add = form.getByRole('button', { name: 'Add an offer' });
  for (const [number, title, price] of [
    [1, 'Reef walk', '80'],
    [2, 'Night snorkel', '120'],
    [3, 'Reef walk', '90'],
    [4, 'Market tour', '150'],
  ] as const) {
    if (number > 1) await add.press('Enter');
    if (number > 1) await expect(offer(form, number).getByLabel('Title')).toBeFocused();
    await offer(form, number).getByLabel('Title').fill(title);
    await offer(form, number).getByLabel('Price').fill(price);
  }
  await form.getByRole('button', { name: 'Check this form' }).click();
  await expect(offer(form, 2).getByLabel('Price')).toBeFocused();
  const summary = form.getByRole('alert').filter({ hasText: 'Please check what is marked.' });
  await expect(summary.getByRole('link')).toHaveText([
    'Offers, Offer 2, Price: Please check this.',
    'Offers, Offer 3, Title: Please check this.',
    'Offers, Offer 4, Price: Please check this.',
  ]);
  await expectUsable(page, form);
  await form.getByRole('button', { name: 'Remove Offer 2' }).press('Enter');
  await expect(form.getByRole('button', { name: 'Remove Offer 2' })).toBeFocused();
  await expect(offer(form, 2).getByLabel('Title')).toHaveValue('Reef walk');
  await expect(offer(form, 2).getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
  await expect(offer(form, 2).getByLabel('Price')).not.toHaveAttribute('aria-invalid');
  await expect(offer(form, 3).getByLabel('Price')).toHaveAttribute('aria-invalid', 'true');
  await summary.getByRole('link', { name: /Offer 2, Title/ }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Pier walk');
  await expect(summary.getByRole('link')).toHaveText(['Offers, Offer 3, Price: Please check this.']);
  await offer(form, 1).getByLabel('Title').fill('');
  await form.getByRole('button', { name: 'Check this form' }).click();
  await expect(form.getByRole('alert').filter({ hasText: '1 field needs another look' })).toBeVisible();
  await offer(form, 1).getByLabel('Title').fill('Reef walk');
  await offer(form, 3).getByLabel('Price').fill('99.99');
  await form.getByRole('button', { name: 'Check this form' }).click();
  await expect(page.getByText('Nothing is wrong with it.')).toBeVisible();
  for (const number of [3, 2]) await form.getByRole('button', { name: `Remove Offer ${number}` }).click();
  await form.getByRole('button', { name: 'Remove Offer 1' }).click();
  await expect(add).toBeFocused();
});

test('a changed form asks before it is left, by a link or the way back, and by the browser before its tab is closed', async ({
  page,
}) => {
  await page.goto('/explore');
  await ready(page);
  const form = await openDesign(page, offers);
  const away = page.getByRole('link', { name: 'Scan QR', exact: true });
  const sheet = page.getByRole('dialog', { name: 'Leave without sending?' });
  await form.getByLabel('Name of the campaign').fill('Reef days');
  await away.click();
  await expect(sheet.getByText('What you changed here has not been sent, and would be lost.')).toBeVisible();
  await expectUsable(page, sheet);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/dev\/design$/);
  await expect(form.getByLabel('Name of the campaign')).toHaveValue('Reef days');
  await away.click();
  await sheet.getByRole('button', { name: 'Stay here', exact: true }).last().click();
  await expect(page).toHaveURL(/\/dev\/design$/);
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;
  // What was typed and taken back is no change.
  await form.getByLabel('Name of the campaign').fill('');
  await away.click();
  await expect(page).toHaveURL(/\/scan$/);
  await page.goBack();
  await form.getByLabel('Name of the campaign').fill('Reef days');
  await away.click();
  await sheet.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/scan$/);
});

/** The form for an export of scans, opened from the list. */
async function openExport(page: Page): Promise<Locator> {
  await openSection(page, '/security/work');
  await page.getByRole('link', { name: 'Export scans' }).click();
  return page.getByRole('region', { name: 'Export of scans' });
}

const exportsOf = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/api/admin/exports/scans'));
const countWork = async (product: Parameters<typeof ask>[0]) =>
  (await ask(product, `select parameters from long_work`)).map((row) => row as { parameters: object });

test.describe('the export of scans', () => {
  test.beforeEach(({ product }) => clear(product));

  test('is asked for by days of Hawaiʻi, once, however often its answer is lost, and followed', async ({
    page,
    product,
  }) => {
    await signIn(page, product, admin);
    const form = await openExport(page);
    await expect(form.getByText('All scans of these days, one a line, as a CSV file.')).toBeVisible();
    await form.getByRole('button', { name: 'Last 7 days' }).click();
    await form.getByLabel('Mail me when it is there').check();
    expectErrors(page, 'net::ERR_FAILED /api/admin/exports/scans');
    await page.route(
      '**/api/admin/exports/scans',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await form.getByRole('button', { name: 'Begin the export' }).click();
    await expect(form.getByRole('alert').filter({ hasText: 'Network error.' })).toBeVisible();
    const answered = exportsOf(page);
    const release = await hold(page, '**/api/admin/exports/scans');
    await form.getByRole('button', { name: 'Begin the export' }).dblclick();
    await expect(form.getByRole('button', { name: 'Beginning…' })).toBeVisible();
    await release();
    const { id } = await (await answered).json();
    await expect(page).toHaveURL(new RegExp(`/security/work\\?open=${id}$`));
    await expect(page.getByRole('region', { name: 'About this work' })).toBeVisible();
    expect(await countWork(product)).toEqual([{ parameters: { from: addDays(today(), -6), to: today() } }]);
    await product.mail.waitFor(admin, 0, new RegExp(id));
  });

  test('says at each field what is wrong with it, as the form or the server finds it', async ({ page, product }) => {
    await signIn(page, product, admin);
    const form = await openExport(page);
    const [first, last] = [form.getByLabel('First day'), form.getByLabel('Last day')];
    await form.getByRole('button', { name: 'Begin the export' }).click();
    await expect(first).toBeFocused();
    for (const end of [first, last]) await expect(end).toHaveAccessibleDescription('Please fill this in.');
    await first.fill('2025-01-01');
    await last.fill('2026-02-06');
    await last.blur();
    await expect(last).toHaveAccessibleDescription('Please choose at most 401 days.');
    // The server takes no day of another century.
    await first.fill('1999-12-30');
    await last.fill('1999-12-31');
    expectErrors(page, '400 /api/admin/exports/scans');
    await form.getByRole('button', { name: 'Begin the export' }).click();
    for (const end of [first, last]) await expect(end).toHaveAccessibleDescription('Please check this.');
    await expect(first).toBeFocused();
    await expect(form.getByRole('alert').filter({ hasText: 'Please check what is marked.' })).toBeVisible();
    await expectAccessible(page, { enlarged: true });
    // What has no field here is said all the same.
    expectErrors(page, '400 /api/admin/exports/scans');
    await findWrong(page, '**/api/admin/exports/scans', 'body.place');
    await form.getByRole('button', { name: 'Begin the export' }).click();
    const summary = form.getByRole('alert').filter({ hasText: 'place: Please check this.' });
    await expect(summary).toBeVisible();
    await expect(summary.getByRole('link')).toHaveCount(0);
    expect(await countWork(product)).toEqual([]);
  });

  test('keeps what was chosen when its session has ended, over the sign-in and back', async ({ page, product }) => {
    await signIn(page, product, admin, { fresh: true });
    const form = await openExport(page);
    await form.getByLabel('First day').fill('2026-11-01');
    await form.getByLabel('Last day').fill('2026-11-02');
    await form.getByLabel('Mail me when it is there').check();
    await endSessions(product, admin);
    expectErrors(page, '401 /api/admin/exports/scans');
    await form.getByRole('button', { name: 'Begin the export' }).click();
    await expect(form.getByRole('alert').filter({ hasText: errors.unauthenticated.words })).toBeVisible();
    // What the device keeps is not asked about.
    const warnings: string[] = [];
    page.on('dialog', (dialog) => {
      warnings.push(dialog.type());
      return dialog.accept();
    });
    await form.getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/auth\?redirect=/);
    expect(warnings).toEqual([]);
    await signIn(page, product, admin, { fresh: true });
    await page.goto(decodeURIComponent(new URL(page.url()).searchParams.get('redirect')!));
    await ready(page);
    await expect(form.getByLabel('First day')).toHaveValue('2026-11-01');
    await expect(form.getByLabel('Last day')).toHaveValue('2026-11-02');
    await expect(form.getByLabel('Mail me when it is there')).toBeChecked();
    await form.getByRole('button', { name: 'Begin the export' }).click();
    await expect(page.getByRole('region', { name: 'About this work' })).toBeVisible();
    expect(await countWork(product)).toEqual([{ parameters: { from: '2026-11-01', to: '2026-11-02' } }]);
  });

  test('keeps what was chosen when its page is loaded anew', async ({ page, product }) => {
    await signIn(page, product, admin);
    const form = await openExport(page);
    await form.getByLabel('First day').fill('2026-11-01');
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await ready(page);
    await expect(form.getByLabel('First day')).toHaveValue('2026-11-01');
    await expect(form.getByLabel('Last day')).toHaveValue('');
  });

  test('stays while its list is searched, and is asked about when another row or list is opened', async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await signIn(page, product, admin);
    const form = await openExport(page);
    await form.getByRole('button', { name: 'This month' }).click();
    await page.getByLabel('Search by who asked').fill('nobody here');
    await expect(page.getByText('Nothing is like that')).toBeVisible();
    await expect(form.getByLabel('Last day')).toHaveValue(today());
    await page.getByRole('link', { name: /^Dead letters/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Leave without sending?' });
    await sheet.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page).toHaveURL(/list=dead-letters/);
    await expect(form).toHaveCount(0);
  });
});
