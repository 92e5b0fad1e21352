import { recommendationWeights } from '../../contract/recommendation-score.ts';
import { expectAccessible } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings, removeListings } from './guide-rows.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a guest reads what decides about the order, from a place and from Explore, without scripts too', async ({
  page,
  product,
  browser,
}) => {
  const code = product.codes.find((one) => one.status === 'active')!;
  for (const from of [code.url, '/explore']) {
    await page.goto(from);
    await ready(page);
    await page.getByRole('link', { name: 'How experiences are ordered', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'How experiences are ordered' })).toBeVisible();
  }
  await expect(page).toHaveURL('/how-we-order');
  await expect(page.getByText('Nobody can pay to stand higher.')).toBeVisible();
  // What a recommendation is worth is what the score counts with.
  const points = await page.locator('dl dt').allTextContents();
  expect(points).toEqual(Object.values(recommendationWeights).map((most) => `up to ${most} points`));
  await expectAccessible(page, { enlarged: true });
  await page.screenshot({ path: 'test-results/ranking-390.png', fullPage: true });
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const still = await plain.newPage();
  await still.goto('/how-we-order');
  await expect(still.getByText('What a partner or we earn on a booking')).toBeVisible();
  await plain.close();
});

test('Explore is in the order that the page tells: featured, then by rating, then by the alphabet', async ({
  page,
  product,
}) => {
  const kept = { category: 'Cultural Experiences' };
  const ids = await addListings(product, [
    { ...kept, name: 'Hula E', rating: null },
    { ...kept, name: 'Hula C', rating: 4.9 },
    { ...kept, name: 'Hula B', rating: 4.9 },
    { ...kept, name: 'Hula D', rating: 5 },
    { ...kept, name: 'Hula A', rating: 1, is_featured: true },
  ]);
  await page.goto('/how-we-order');
  const told = page.locator('section', { hasText: 'In the whole guide and on the map' }).getByRole('listitem');
  await expect(told).toHaveText(['Those our editors feature', 'Those rated higher by guests', 'The alphabet']);
  for (const address of [
    '/explore?category=Cultural+Experiences',
    '/explore?search=hula&category=Cultural+Experiences',
  ]) {
    await page.goto(address);
    await ready(page);
    const isSearch = address.includes('search');
    const all = page.locator('#all').locator('xpath=../..').getByRole('heading', { level: 3 });
    // Of words that fit as well, what guests think decides nothing.
    const order = isSearch ? ['A', 'B', 'C', 'D', 'E'] : ['A', 'D', 'B', 'C', 'E'];
    await expect(all.filter({ hasText: /^Hula [A-E]$/ })).toHaveText(order.map((one) => `Hula ${one}`));
  }
  await removeListings(product, ids);
});
