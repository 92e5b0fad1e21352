import { expect, type Locator, type Page } from '@playwright/test';

/**
 * On a small phone with text twice the size, a bar that lies over the page hides nothing of it: not the navigation, not the end of
 * the page, not what has the focus.
 */
export async function expectNothingHidden(page: Page, bar: Locator, picture: string): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 664 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.screenshot({ path: `test-results/${picture}.png` });
  const element = await bar.elementHandle();
  const navigation = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!;
  const { y, height } = (await bar.boundingBox())!;
  expect(y + height, 'the navigation').toBeLessThanOrEqual(navigation.y);
  expect(height, 'what is left of the screen').toBeLessThan(664 / 2);

  // What has the focus, one after another from the top of the page, and what is left over of it.
  const hidden = await page.evaluate((over) => {
    const found: string[] = [];
    const main = document.querySelector('main')!;
    const all = [...main.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')];
    for (const one of all.filter((each) => each.checkVisibility({ visibilityProperty: true }))) {
      one.focus();
      const box = one.getBoundingClientRect();
      const { top } = over!.getBoundingClientRect();
      // One that is taller than what is free begins there.
      if (box.bottom > top + 1 && box.top > 1) found.push(`${one.textContent.slice(0, 40)}: ${box.bottom} > ${top}`);
    }
    window.scrollTo(0, document.documentElement.scrollHeight);
    const last = Math.max(...[...main.querySelectorAll('*')].map((each) => each.getBoundingClientRect().bottom));
    const { top } = over!.getBoundingClientRect();
    if (last > top) found.push(`the end of the page: ${last} > ${top}`);
    return { found, looked: all.length };
  }, element);
  await page.screenshot({ path: `test-results/${picture}-end.png` });
  expect(hidden.looked).toBeGreaterThan(2);
  expect(hidden.found).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
    window.scrollTo(0, 0);
  });
  await page.setViewportSize(before);
}
