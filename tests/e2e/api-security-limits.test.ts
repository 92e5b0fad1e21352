import { openSection, rowCells } from './desk-pages.ts';
import { expect } from './fixtures.ts';
import { test } from './limited.ts';
import { signIn, signInTraveler } from './session.ts';

test('what is spent of a limit moves with each call', async ({ page, product, elsewhere }) => {
  const traveler = await elsewhere();
  await signInTraveler(traveler, product, 'kai@api-limits.example');
  await signIn(page, product, 'admin@example.com');
  const passkey = async () => {
    await openSection(page, '/security/api');
    const row = page
      .getByRole('table', { name: 'Limits and their use' })
      .locator('tbody tr', { hasText: /^passkey\s*30/ });
    return await rowCells(row);
  };
  expect(await passkey()).toMatchObject({ 'At most': '30 in 1 min', 'In use': '0', 'Most spent': '0' });
  const headers = { origin: product.url };
  for (const spent of ['1', '2']) {
    await traveler.request.post('/api/passkeys/confirm', { data: {}, headers });
    expect(await passkey()).toMatchObject({ 'In use': '1', 'Most spent': spent });
  }
});
