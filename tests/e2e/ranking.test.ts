import { recommendationWeights } from '../../contract/recommendation-score.ts';
import { expectAccessible } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';

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
