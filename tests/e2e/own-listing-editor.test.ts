import type { Page } from '@playwright/test';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, test } from './fixtures.ts';
import { standInForPictures } from './map-pictures.ts';
import { about, anAdvertiser, at, cornersOf, fill, striped } from './own-listings-world.ts';
import type { Product } from './product.ts';

/** Opens the editor of a new listing of a new advertiser. */
async function openEditor(page: Page, product: Product, email: string, name: string): Promise<void> {
  await anAdvertiser(page, product, email);
  await at(page, '/dashboard/listing');
  await fill(page, name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`${name} is a draft now.`)).toBeVisible();
  await about(page).getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL(/listing=/);
}
const picturesOf = (page: Page) => page.getByRole('region', { name: 'Pictures', exact: true });
const shows = (page: Page) => picturesOf(page).getByRole('textbox', { name: 'What it shows', exact: true });

/** Drops a file on a field, as from a folder. */
async function drop(page: Page, bytes: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle((base64) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    data.items.add(new File([content], 'reef.jpg', { type: 'image/jpeg' }));
    return data;
  }, bytes.toString('base64'));
  await picturesOf(page).locator('input[type=file]').dispatchEvent('drop', { dataTransfer });
}

test('a picture is dropped, and the part of it that is shown dragged with the mouse', async ({ page, product }) => {
  await openEditor(page, product, 'drop@tours.example', 'Dropped Reef');
  const pictures = picturesOf(page);
  await drop(page, await striped());
  await pictures.getByLabel('Size of the part').fill('0.6');
  const across = pictures.getByLabel('From left to right');
  await expect(across).toHaveValue('0.5');
  const picture = pictures.locator('svg[role=img]');
  await picture.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await picture.boundingBox())!;
  // Drawn to the right, what stands further left comes in sight, up to the edge.
  await page.mouse.move(x + width * 0.1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.2, y + height / 2);
  await expect(across).not.toHaveValue('0.5');
  await page.mouse.move(x + width * 0.9, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(across).toHaveValue('0');
  // Let go, it stays.
  await page.mouse.move(x + width * 0.1, y + height / 2, { steps: 4 });
  await expect(across).toHaveValue('0');
  await shows(page).fill('Stripes');
  await pictures.getByRole('button', { name: 'Use this picture' }).click();
  const drawn = pictures.getByRole('img', { name: 'Picture 1: Stripes' });
  await expect(drawn).toBeVisible({ timeout: 60_000 });
  expect(await cornersOf(page, drawn)).toEqual({ shape: 1.5, left: 'red', right: 'blue' });
});

test('where one meets is picked on the map', async ({ page, product }) => {
  await standInForPictures(page.context());
  await openEditor(page, product, 'map@tours.example', 'Picked Pier');
  const point = page.getByRole('group', { name: 'Meeting point on the map' });
  const [latitude, longitude] = [point.getByLabel('Latitude'), point.getByLabel('Longitude')];
  await point.getByRole('button', { name: 'Pick on the map' }).click();
  const map = point.getByRole('region', { name: 'Map to pick the position on' });
  await map.locator('.leaflet-container').click({ position: { x: 120, y: 120 } });
  await expect(point.getByText(/^Picked: 21\.\d+, -157\.\d+\.$/)).toBeVisible();
  await expect(latitude).toHaveValue(/^21\.\d+$/);
  const picked = [await latitude.inputValue(), await longitude.inputValue()];
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Picked Pier is saved.')).toBeVisible();
  await about(page).getByRole('link', { name: 'Edit' }).click();
  await expect(latitude).toHaveValue(picked[0]!);
  await expect(longitude).toHaveValue(picked[1]!);
  // It is where one meets, and not where the listing is.
  const own = await ask(product, 'select latitude, meeting_latitude from listings where name = $1', ['Picked Pier']);
  expect(own).toEqual([{ latitude: null, meeting_latitude: Number(picked[0]) }]);
});

test('what the server finds wrong with the words of a picture stands at their field', async ({ page, product }) => {
  await openEditor(page, product, 'marks@tours.example', 'Marked Reef');
  const pictures = picturesOf(page);
  expectErrors(page, '400 /api/own-listings/*/pictures');
  const use = pictures.getByRole('button', { name: 'Use this picture' });
  await drop(page, await striped());
  await expect(pictures.getByLabel('Size of the part')).toBeVisible();
  // A mark that turns the direction of text, as a paste may bring.
  await shows(page).fill('A reef\u202e');
  await use.click();
  await expect(shows(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(shows(page)).toBeFocused();
  for (const [turn, said] of ['A reef', 'A pool'].entries()) {
    if (turn > 0) await drop(page, await striped());
    await shows(page).fill(said);
    await use.click();
    await expect(pictures.getByRole('img', { name: `Picture ${turn + 1}: ${said}` })).toBeVisible({ timeout: 60_000 });
  }
  const wordsOf = (number: number) => pictures.getByRole('textbox', { name: `What it shows (${number})` });
  await pictures.getByRole('button', { name: 'Move picture 2 forward' }).click();
  await wordsOf(2).fill('A reef\u202e');
  await pictures.getByRole('button', { name: 'Save pictures' }).click();
  await expect(wordsOf(2)).toHaveAttribute('aria-invalid', 'true');
  await expect(wordsOf(1)).not.toHaveAttribute('aria-invalid', 'true');
  await expect(wordsOf(2)).toBeFocused();
});

test('what the rules find wrong with the words of a picture is told at it: as it is left, and before the listing is saved', async ({
  page,
  product,
}) => {
  await openEditor(page, product, 'rules@tours.example', 'Ruled Reef');
  const pictures = picturesOf(page);
  const told = () => expect(pictures.getByText(/^Leave “\$45” out/).first()).toBeVisible();
  await drop(page, await striped());
  await expect(pictures.getByLabel('Size of the part')).toBeVisible();
  await shows(page).fill('A reef for $45');
  await shows(page).press('Tab');
  await expect(shows(page)).toHaveAttribute('aria-invalid', 'true');
  await told();
  // The listing is not saved without it, and nothing of it is lost.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/^(PUT|POST)$/.test(request.method()) && request.url().includes('/api/own-listings/')) sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText('The words of the picture that you are adding need another look. Nothing is saved yet.'),
  ).toBeVisible();
  await told();
  expect(sent).toEqual([]);
  await pictures.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/picture-words-390.png', fullPage: true });
  await shows(page).fill('A reef');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Ruled Reef is saved.')).toBeVisible();
  await about(page).getByRole('link', { name: 'Edit' }).click();
  await expect(pictures.getByRole('img', { name: 'Picture 1: A reef' })).toBeVisible({ timeout: 60_000 });
  // So it is of one that is there.
  const words = pictures.getByRole('textbox', { name: 'What it shows (1)' });
  await words.fill('A reef, 80% off');
  await words.press('Tab');
  await expect(words).toHaveAttribute('aria-invalid', 'true');
  await expect(pictures.getByText(/^Leave “80% off” out/).first()).toBeVisible();
});

test('while a picture waits it is asked for soon, then ever more rarely, and is there once it is drawn', async ({
  page,
  product,
}) => {
  await openEditor(page, product, 'waits@tours.example', 'Slow Drawing');
  // One that nobody draws.
  const [waiting] = await ask<{ id: string }>(
    product,
    `insert into listing_pictures (id, listing_id, state, asked_at, is_added)
     select gen_random_uuid(), id, 'waiting', now(), true from listings where name = 'Slow Drawing' returning id`,
  );
  await page.clock.install();
  // Counted in the page: word of a request may come here after the page's clock was moved on.
  await page.addInitScript(() => {
    const { fetch } = window;
    const counted = Object.assign(window, { picturesAsked: 0 });
    window.fetch = (input, init) => {
      if (/\/pictures$/.test(input instanceof Request ? input.url : String(input))) counted.picturesAsked++;
      return fetch(input, init);
    };
  });
  await at(page, page.url());
  const pictures = picturesOf(page);
  await expect(pictures.getByText('1 picture is being drawn.')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const countAsked = () => page.evaluate(() => (window as unknown as { picturesAsked: number }).picturesAsked);
  /** After how long it is asked the next time, in seconds of the page's clock. */
  const nextAsked = async () => {
    const before = await countAsked();
    const answered = page.waitForResponse(/\/api\/own-listings\/\d+\/pictures$/);
    let seconds = 0;
    for (; (await countAsked()) === before && seconds < 60; seconds += 0.5) await page.clock.runFor(500);
    await answered;
    return seconds;
  };
  const waits: number[] = [];
  for (let turn = 0; turn < 10; turn++) waits.push(await nextAsked());
  expect(waits[1]).toBeLessThan(6);
  expect(waits.at(-1), waits.join()).toBeGreaterThan(12);
  expect(waits.at(-1), waits.join()).toBeLessThan(18);
  await ask(
    product,
    `update listing_pictures set state = 'failed', problem = 'This picture is cut off, or cannot be read' where id = $1`,
    [waiting!.id],
  );
  await nextAsked();
  await page.clock.resume();
  await expect(pictures.getByText(/cut off, or cannot be read/)).toBeVisible();
});
