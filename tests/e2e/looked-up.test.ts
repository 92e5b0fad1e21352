import { createServer } from 'node:http';
import { freePort } from '../../scripts/free-port.mjs';
import { hold } from './answers.ts';
import { ask } from './database.ts';
import { expect, ready } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import { aHost } from './own-places.ts';
import { withOwnProduct } from './own-product.ts';
import { signIn } from './session.ts';

const port = await freePort();
/** A product that asks a geocoder, which finds as many places as the address has words. */
const test = withOwnProduct({ GEOCODER_KIND: 'nominatim', GEOCODER_URL: `http://localhost:${port}/search` });

const geocoder = createServer(({ url }, response) => {
  const words = new URL(url!, 'http://geocoder').searchParams.get('q')!.split(' ');
  const found = words.map((word, at) => ({
    place_id: at,
    display_name: `${word}, Kailua`,
    lat: `21.${at + 1}`,
    lon: '-157.7',
  }));
  const answer = words.includes('Nowhere') ? [] : found;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
test.beforeAll(() => new Promise<void>((listening) => geocoder.listen(port, listening)));
test.afterAll(() => {
  geocoder.closeAllConnections();
  geocoder.close();
});

test('where a place is that is approved is looked up by the address of the request, or by another one', async ({
  page,
  product,
  elsewhere,
}) => {
  const partner = await elsewhere();
  await aHost(partner, product, 'looked-up@desk.example');
  const data = { location_name: 'Hale Lanikai', location_address: 'Lanikai Road' };
  const made = await partner.request.post('/api/partner-portal/qr-request', { data, headers: { origin: product.url } });
  expect(made.status()).toBe(201);

  await signIn(page, product, 'admin@example.com');
  await page.goto('/partners/requests?status=pending');
  await ready(page);
  await page.getByRole('button', { name: 'Approve for Hale Lanikai' }).click();
  const sheet = page.getByRole('dialog', { name: 'Approve' });
  const address = sheet.getByLabel('Address to look up');
  const lookUp = sheet.getByRole('button', { name: 'Look up the address' });
  await expect(address).toHaveValue('Lanikai Road');
  await expect(
    sheet.getByText('It is for the look-up alone: the place keeps the address of the request.'),
  ).toBeVisible();
  const release = await hold(page, '**/api/admin/locations/geocode');
  await lookUp.click();
  await expect(sheet.getByRole('button', { name: 'Looking up…' })).toBeVisible();
  await release();
  await expect(sheet.getByText('2 answers. Choose the right one:')).toBeVisible();
  await address.fill('Mokulua');
  await lookUp.click();
  await expect(sheet.getByText('1 answer. Choose the right one:')).toBeVisible();
  await address.fill('Nowhere');
  await lookUp.click();
  await expect(sheet.getByText(/^Nothing was found for this address\./)).toBeVisible();
  await address.fill('');
  await lookUp.click();
  await expect(sheet.getByText('Please give the address first.')).toBeVisible();
  await address.fill('Lanikai Road');
  await lookUp.click();
  await sheet.getByRole('button', { name: 'Road, Kailua' }).click();
  await expect(sheet.getByText('Position of: Road, Kailua')).toBeVisible();
  await expect(sheet.getByLabel('Latitude')).toHaveValue('21.2');
  await expect(sheet.getByLabel('Longitude')).toHaveValue('-157.7');
});

for (const [what, editor, find] of [
  [
    'a place',
    (id: number) => `/locations/editor?place=${id}`,
    'select latitude, longitude from locations where id = $1',
  ],
  [
    'a listing',
    (id: number) => `/content/editor?listing=${id}`,
    'select latitude, longitude from listings where id = $1',
  ],
] as const)
  test(`where ${what} is that is edited is looked up by its own address, and saved`, async ({ page, product }) => {
    const [id] =
      what === 'a place'
        ? await ask<{ id: number }>(
            product,
            `insert into locations (name, description, address, island) values ('Hale Lookup', 'Words', '', '') returning id`,
          ).then((rows) => rows.map((row) => row.id))
        : await addListings(product, [{ name: 'Lookup Lagoon' }]);
    await signIn(page, product, 'admin@example.com');
    await page.goto(editor(id!));
    await ready(page);
    const main = page.getByRole('main');
    const lookUp = main.getByRole('button', { name: 'Look up the address' });
    const address = main.getByLabel('Address');
    await expect(main.getByText('Looking up addresses is not set up here.')).toHaveCount(0);
    await address.fill('');
    await lookUp.click();
    await expect(main.getByText('Please give the address first.')).toBeVisible();
    await address.fill('Nowhere');
    await lookUp.click();
    await expect(main.getByText(/^Nothing was found for this address\./)).toBeVisible();
    await address.fill('Mokulua Drive');
    await lookUp.click();
    await expect(main.getByText('2 answers. Choose the right one:')).toBeVisible();
    await main.getByRole('button', { name: 'Drive, Kailua' }).click();
    await expect(main.getByText('Position of: Drive, Kailua')).toBeVisible();
    await expect(main.getByLabel('Latitude')).toHaveValue('21.2');
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/ is saved\.$/)).toBeVisible();
    expect(await ask(product, find, [id])).toEqual([{ latitude: 21.2, longitude: -157.7 }]);
  });
