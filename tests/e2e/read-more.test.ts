import { expectAccessible } from './axe.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';

for (const [locale, more, less] of [
  ['en-US', 'Read more', 'Show less'],
  ['ja-JP', '続きを読む', '閉じる'],
] as const)
  test.describe(`a description that has no room (${locale})`, () => {
    test.use({ locale });

    test('is read to its end on demand, and is short again', async ({ page, product }) => {
      const place = product.codes[0]!.location_id;
      // Japanese says the same in less room: the demo's texts all have it.
      if (locale === 'ja-JP')
        await ask(
          product,
          `update listings set description_ja = repeat('海と風と波の音をゆっくりと楽しむ一日です。', 12) where id =
             (select listing_id from curated_listings where location_id = ${place} and not is_hidden order by position limit 1)`,
        );
      await page.goto(`/location/${place}`);
      await ready(page);
      const cards = page.locator('article[id]');
      const isCut = (card: typeof cards) =>
        card
          .locator('p[lang]')
          .last()
          .evaluate((text) => text.scrollHeight > text.clientHeight + 2);
      await expect(page.getByRole('button', { name: new RegExp(`^${more}`) }).first()).toBeVisible();
      let cut = 0;
      for (const card of await cards.all()) {
        const isMissing = await isCut(card);
        cut += Number(isMissing);
        await expect(card.getByRole('button', { name: new RegExp(`^${more}`) })).toHaveCount(Number(isMissing));
      }
      expect(cut).toBeGreaterThan(0);
      const id = await cards
        .filter({ has: page.getByRole('button', { name: new RegExp(`^${more}`) }) })
        .first()
        .getAttribute('id');
      const first = page.locator(`#${id}`);
      const name = await first.getByRole('heading').innerText();
      const { height } = (await first.boundingBox())!;
      await first.getByRole('button', { name: new RegExp(`^${more} ?[:：] ?${name}$`) }).click();
      const close = first.getByRole('button', { name: new RegExp(`^${less} ?[:：] ?${name}$`) });
      await expect(close).toBeFocused();
      await expect(close).toHaveAttribute('aria-expanded', 'true');
      expect(await isCut(first)).toBe(false);
      await expectAccessible(page, { enlarged: true });
      await close.click();
      expect((await first.boundingBox())!.height).toBe(height);
      await expect(first.getByRole('button', { name: new RegExp(`^${more}`) })).toHaveAttribute(
        'aria-expanded',
        'false',
      );
    });
  });

test('words without an end stay within a phone’s page', async ({ page, product }) => {
  const place = product.codes[0]!.location_id;
  await ask(
    product,
    `update listings set name = repeat('Wide', 50), subcategory = repeat('S', 80), description = repeat('x', 300) where id =
       (select listing_id from curated_listings where location_id = ${place} and not is_hidden order by position limit 1)`,
  );
  for (const path of [`/location/${place}`, '/explore?search=WideWide']) {
    await page.goto(path);
    await ready(page);
    await expect(page.getByRole('heading', { name: /^(1 )?(Wide){50}$/ }).last()).toBeVisible();
    // A phone's browser would show a page that is too wide smaller as a whole: its window's inner width tells nothing.
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(beyond, path).toBeLessThanOrEqual(0);
  }
});
