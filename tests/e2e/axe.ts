import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The narrowest phone and the widest column there are. */
const widths = [360, 448];

/** No violation that axe knows of, and nothing wider than the screen, in both themes at both widths. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${new URL(page.url()).pathname}, ${colorScheme}, ${width} px`;
      // What stands in a frame is somebody else's page.
      const { violations } = await new AxeBuilder({ page }).exclude('iframe').setLegacyMode().analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      );
      expect(found, where).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(
        0,
      );
    }
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
