import { expect, test } from './fixtures.ts';
import { aHost, aPlaceOf, openPlaces, place } from './own-places.ts';

test('on a phone Save is in reach while rows are put in order, and covers nothing that has the focus', async ({
  page,
  product,
}) => {
  const email = 'reach@places.example';
  await aHost(page, product, email);
  const { id, names } = await aPlaceOf(product, email, { listings: 8 });
  await page.setViewportSize({ width: 390, height: 844 });
  await openPlaces(page, `?open=${id}`);
  const save = place(page).getByRole('button', { name: 'Save', exact: true });
  await place(page)
    .getByRole('button', { name: `Move ${names[0]}, ` })
    .focus();
  const expectFree = async () => {
    await expect(save).toBeInViewport({ ratio: 1 });
    const focused = (await page.locator(':focus').boundingBox())!;
    expect(focused.y + focused.height).toBeLessThanOrEqual((await save.boundingBox())!.y);
  };
  await page.keyboard.press('ArrowDown');
  await expectFree();
  await page.screenshot({ path: 'test-results/portal-places-save-390.png' });
  for (let row = 1; row < names.length - 1; row++) {
    await page.keyboard.press('ArrowDown');
    await expectFree();
  }
  await page.keyboard.press('Home');
  await expectFree();
  for (let stop = 0; stop < 2 * names.length; stop++) {
    await page.keyboard.press('Tab');
    await expectFree();
  }
  await page.evaluate(() => scrollTo(0, 0));
  await save.click();
  await expect(place(page).getByText(/^Saved/)).toBeInViewport({ ratio: 1 });
});
