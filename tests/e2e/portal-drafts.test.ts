import type { Locator, Page, Request } from '@playwright/test';
import { expectErrors } from './console-errors.ts';
import { expect, ready, test } from './fixtures.ts';
import { aHost } from './own-places.ts';
import { signIn } from './session.ts';

/** The portal's forms: what they have again after a reload, what of them is sent, and what is said at which field. */

test.beforeEach(async ({ page, product }) => signIn(page, product, 'partner@example.com'));

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/partner-portal${path}`);
  await ready(page);
}

/** Opens a code that is printed: of those that other tests have replaced nothing is. */
async function openKit(page: Page): Promise<Locator> {
  await open(page, '/qr-codes');
  const active = page.getByRole('table', { name: 'QR codes by place' }).getByRole('row').filter({ hasText: 'Active' });
  await active.first().getByRole('link').first().click();
  return page.getByRole('region', { name: 'Print kit' });
}

test('a request to replace a code asks for the same one after a reload, and once', async ({ page }) => {
  const sent: Request[] = [];
  const asked = '**/api/partner-portal/qr-request';
  await page.route(asked, async (route) => {
    sent.push(route.request());
    await route.abort('connectionreset');
  });
  await open(page, '/qr-codes?view=new');
  await page.getByRole('radio', { name: 'Replacement' }).check();
  const code = page.getByLabel('Which QR code is to be replaced?');
  const wanted = await code.locator('option').nth(2).getAttribute('value');
  await code.selectOption(wanted!);
  await page.getByLabel('Called').fill('Breakfast');
  const submit = async () => {
    const before = sent.length;
    await page.getByRole('button', { name: 'Submit request' }).click();
    await expect.poll(() => sent.length).toBeGreaterThan(before);
    await expect(page.getByRole('button', { name: 'Submit request' })).toBeEnabled();
  };
  await submit();
  await page.reload();
  await ready(page);
  await expect(page.getByLabel('Which QR code is to be replaced?')).toHaveValue(wanted!);
  await expect(page.getByLabel('Called')).toHaveValue('Breakfast');
  await submit();
  const told = sent.map((one) => [one.postDataJSON(), one.headers()['idempotency-key']]);
  expect(told[0]![0]).toMatchObject({ request_type: 'replacement', qr_code_id: wanted, label: 'Breakfast' });
  expect(told.at(-1)).toEqual(told[0]);
});

test('a kit of rooms is as it was chosen after a reload', async ({ page }) => {
  const kit = await openKit(page);
  const chosen = { 'What to print': 'rooms', Paper: 'a6', Language: 'ja' };
  for (const [label, value] of Object.entries(chosen)) await kit.getByLabel(label).selectOption(value);
  await kit.getByLabel('First room').fill('101');
  await kit.getByLabel('Last room').fill('110');
  await page.reload();
  await ready(page);
  for (const [label, value] of Object.entries({ ...chosen, 'First room': '101', 'Last room': '110' }))
    await expect(kit.getByLabel(label)).toHaveValue(value);
});

test('settings that were changed elsewhere meanwhile stay as they are', async ({ page, product }) => {
  await aHost(page, product, 'two-tabs@portal.example');
  await open(page, '/settings');
  const other = await page.context().newPage();
  await open(other, '/settings');
  await other.getByRole('switch', { name: 'Reports by e-mail' }).uncheck();
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Settings updated successfully!')).toBeVisible();
  await page.getByLabel('Phone').fill('808 555 0100');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings updated successfully!')).toBeVisible();
  const { user_profile, portal_settings } = await (await page.request.get('/api/partner-portal/settings')).json();
  expect([user_profile.phone, portal_settings.notifications.email]).toEqual(['808 555 0100', false]);
});

test('a position is given whole, and where this phone is takes the place of nothing that was typed meanwhile', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (found) => {
      const coords = { latitude: 19.7, longitude: -155.1 } as GeolocationCoordinates;
      addEventListener('phone-found', () => found({ coords } as GeolocationPosition));
    };
  });
  await open(page, '/qr-codes?view=new');
  const [latitude, longitude] = [page.getByLabel('Latitude'), page.getByLabel('Longitude')];
  const ask = () => page.getByRole('button', { name: 'Use where this phone is' }).click();
  const find = () => page.evaluate(() => dispatchEvent(new Event('phone-found')));
  await ask();
  await expect(page.getByRole('button', { name: 'Asking this phone…' })).toBeVisible();
  await latitude.fill('20.5');
  await find();
  await expect(page.getByRole('button', { name: 'Use where this phone is' })).toBeVisible();
  await expect(latitude).toHaveValue('20.5');
  await expect(longitude).toHaveValue('');
  await page.getByLabel('Location name').fill('The pool');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('Please give both, latitude and longitude, or neither.').first()).toBeVisible();
  await expect(longitude).toHaveAttribute('aria-invalid', 'true');
  await latitude.fill('');
  await ask();
  await find();
  await expect(latitude).toHaveValue('19.70000');
  await expect(longitude).toHaveValue('-155.10000');
});

test('what the server finds wrong in what a kit is asked by stands at its field', async ({ page }) => {
  expectErrors(page, '400 /api/partner-portal/qr-code/*/print-kit');
  const kit = await openKit(page);
  const paper = kit.getByLabel('Paper');
  await paper
    .locator('option')
    .first()
    .evaluate((option: HTMLOptionElement) => option.setAttribute('value', 'a0'));
  await kit.getByRole('button', { name: 'Download PDF' }).click();
  await expect(paper).toHaveAttribute('aria-invalid', 'true');
  await expect(kit).not.toContainText('query.');
});
