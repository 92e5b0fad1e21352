import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import sharp from 'sharp';
import { codesInPicture, drawPages, readCodes } from '../read-pages.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { signIn } from './session.ts';

const partner = 'partner@example.com';

async function open(page: Page, path = '/partner-portal/qr-codes'): Promise<void> {
  await page.goto(path);
  await ready(page);
}

/** Opens a code that is in use: other tests leave some that are replaced. */
const openCode = (page: Page) =>
  page
    .getByRole('table', { name: 'QR codes by place' })
    .getByRole('row')
    .filter({ hasText: 'Active' })
    .first()
    .locator('a[data-row]')
    .click();

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await press();
  const file: Download = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('from the sign-in a card is three taps away, and its code is read', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, product, partner);
  await open(page, '/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Manage QR codes' }).click();
  await openCode(page);
  const { name, bytes } = await saved(page, () => page.getByRole('button', { name: 'Download PDF' }).click());
  expect(name).toBe('counter-card-a4-en.pdf');
  await expect(page.getByText('Your file is being saved. 1 code was read from 100 cm away.')).toBeVisible();
  // What was said of it goes with the next choice.
  await page.getByLabel('What to print').selectOption('rooms');
  await expect(page.getByText(/^Your file is being saved/)).toBeHidden();
  const code = (await page.getByRole('region', { name: 'About this QR code' }).locator('dd').first().textContent())!;
  const [drawn] = await drawPages(bytes, 3);
  const [url] = await readCodes(drawn!);
  expect(url).toMatch(new RegExp(`^${product.url}/location/\\d+\\?qr=${code}$`));

  // Each file of the code alone says the same; the one for print says for how many dots of an inch it is.
  for (const [link, ending, density] of [
    ['SVG', 'svg', 72],
    ['PNG for screens', 'png', 72],
    ['PNG for print, 300 dpi', 'png', 300],
  ] as const) {
    const file = await saved(page, () => page.getByRole('link', { name: link, exact: true }).click());
    expect(file.name).toMatch(new RegExp(`${code}\\.${ending}$`));
    expect(await codesInPicture(file.bytes)).toEqual([url]);
    expect((await sharp(file.bytes).metadata()).density).toBe(density);
  }
  const alone = await saved(page, () => page.getByRole('link', { name: 'PDF', exact: true }).click());
  expect(await readCodes((await drawPages(alone.bytes, 4))[0]!)).toEqual([url]);
});

test('every kind of kit is chosen on the screen, with a logo, and in Japanese', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, partner);
  await open(page);
  await openCode(page);
  const kit = page.getByRole('region', { name: 'Print kit' });
  const logo = await sharp({ create: { width: 90, height: 40, channels: 3, background: '#c01020' } })
    .png()
    .toBuffer();
  await kit.getByLabel('Your logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await expect(kit.getByText(/^logo\.png, .* is here$/)).toBeVisible();
  for (const [format, paper, file, codes] of [
    ['Table tent', 'A4', 'table-tent-a4-ja.pdf', 2],
    ['Door hanger', 'US Letter', 'door-hanger-letter-ja.pdf', 3],
    ['Stickers', 'A6', 'sticker-a6-ja.pdf', 2],
  ] as const) {
    await kit.getByLabel('What to print').selectOption(format);
    await kit.getByLabel('Paper').selectOption(paper);
    await kit.getByLabel('Language').selectOption('Japanese');
    const { name, bytes } = await saved(page, () => kit.getByRole('button', { name: 'Download PDF' }).click());
    expect(name).toBe(file);
    await expect(kit.getByText(`${codes} codes were read`)).toBeVisible();
    const [drawn] = await drawPages(bytes, 6);
    expect(await readCodes(drawn!)).toHaveLength(codes);
    const isRed = drawn!.data.some((red, at) => at % 4 === 0 && red > 150 && drawn!.data[at + 1]! < 60);
    expect(isRed).toBe(true);
  }
});

test('rooms are given from first to last, a floor at a time', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, partner);
  await open(page);
  await openCode(page);
  const kit = page.getByRole('region', { name: 'Print kit' });
  await kit.getByLabel('What to print').selectOption('A card for each room');
  const give = async (first: string, last: string) => {
    await kit.getByLabel('First room').fill(first);
    await kit.getByLabel('Last room').fill(last);
    await kit.getByRole('button', { name: 'Download PDF' }).click();
  };
  await give('Lobby', '0');
  await expect(kit.getByText('Please give a number from 1 to 99,999.').first()).toBeVisible();
  await give('110', '101');
  await expect(kit.getByText('The last room cannot lie before the first.').first()).toBeVisible();
  await give('1', '99999');
  await expect(kit.getByText('Please choose at most 40 rooms, a floor at a time.').first()).toBeVisible();
  await expectAccessible(page);
  const { name, bytes } = await saved(page, () => give('101', '110'));
  expect(name).toBe('rooms-a4-en.pdf');
  const pages = await drawPages(bytes, 6);
  expect(await Promise.all(pages.map(async (one) => (await readCodes(one)).length))).toEqual([8, 2]);
  await expectOnEveryWidth(
    page,
    new URL(page.url()).search,
    'portal-kits',
    () => page.getByRole('region', { name: 'Print kit' }),
    (on, query) => open(on, `/partner-portal/qr-codes${query}`),
  );
});

test('a logo that is none is refused where it is chosen', async ({ page, product }) => {
  await signIn(page, product, partner);
  await open(page);
  await openCode(page);
  const kit = page.getByRole('region', { name: 'Print kit' });
  const field = kit.getByLabel('Your logo');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await field.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg });
  await expect(kit.getByText('This file is of another kind. Please choose one that fits.')).toBeVisible();
  expectErrors(page, '415 /api/uploads/picture');
  await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg });
  await expect(kit.getByText(/This file cannot be used/)).toBeVisible();
  // One whose head is a picture's, and the rest is not.
  const cut = (
    await sharp({ create: { width: 90, height: 40, channels: 3, background: '#c01020' } })
      .png()
      .toBuffer()
  ).subarray(0, 80);
  await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: cut });
  await expect(kit.getByText(/^logo\.png, .* is here$/)).toBeVisible();
  expectErrors(page, '415 /api/partner-portal/qr-code/*/print-kit*');
  await kit.getByRole('button', { name: 'Download PDF' }).click();
  await expect(kit.getByText(/it is cut off, or interlaced/).first()).toBeVisible();
});
