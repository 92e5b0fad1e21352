import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hearts, keptOnDevice, openPlace, savedOnServer } from './saved-pages.ts';
import { signInTraveler } from './session.ts';

test.use({ serviceWorker: false });

/** How many places the list has that is kept here; one heart only is tapped. */
const onDevice = async (page: Page) => JSON.parse((await keptOnDevice(page, 'guest')) ?? '{"items":[]}').items.length;
const onServer = async (page: Page) => (await savedOnServer(page)).length;

for (const [who, count] of [
  ['guest', onDevice],
  ['traveler', onServer],
] as const) {
  for (const gap of [0, 10]) {
    test(`hearts that a ${who} taps ${gap} ms apart end as the last tap left them`, async ({ page, product }) => {
      if (who === 'traveler') await signInTraveler(page, product, `quick-${gap}@example.com`, { fresh: true });
      await openPlace(page, product);
      const slow = await page.context().newCDPSession(page);
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      const heart = hearts(page).first();
      let saved = false;
      for (let run = 0; run < 10; run += 1) {
        for (const taps of [3, 4]) {
          await heart.evaluate(
            async (button: HTMLElement, [times, pause]) => {
              for (let tap = 0; tap < times; tap += 1) {
                button.click();
                if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
              }
            },
            [taps, gap] as const,
          );
          saved = saved !== (taps % 2 === 1);
          await expect(heart).toHaveAttribute('aria-pressed', String(saved));
          await expect.poll(() => count(page)).toBe(saved ? 1 : 0);
          if (who === 'traveler') await expect.poll(() => keptOnDevice(page, 'queue')).toBeNull();
          // What comes late would turn it again.
          await expect(heart).toHaveAttribute('aria-pressed', String(saved));
        }
      }
    });
  }
}
