import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { expect, ready, test } from './fixtures.ts';
import { signIn } from './session.ts';

/** What covers the page so many milliseconds after it appeared. */
const splashAt = (page: Page, milliseconds: number) =>
  page.evaluate((at) => {
    const splash = document.querySelector('header')?.previousElementSibling;
    if (!splash || getComputedStyle(splash).display === 'none') return 'nothing';
    for (const animation of splash.getAnimations()) {
      animation.pause();
      animation.currentTime = at;
    }
    const { left, top, width, height } = splash.getBoundingClientRect();
    const isWhole = left === 0 && top === 0 && width === innerWidth && height === innerHeight;
    return isWhole && splash.checkVisibility({ visibilityProperty: true }) ? 'the mark' : 'nothing';
  }, milliseconds);

const course = async (page: Page) => [await splashAt(page, 0), await splashAt(page, 99), await splashAt(page, 102)];

test('the installed app opens with its mark, for a tenth of a second', { tag: '@windows' }, async ({
  product,
  launchOptions,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'holoholo-app-'));
  // A window of the system's own, without the browser's bars: no device may be imitated in it.
  const app = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(launchOptions.executablePath ? {} : { channel: 'chromium' }),
    ...{ viewport: null, deviceScaleFactor: undefined, isMobile: undefined },
    args: [...(launchOptions.args ?? []), `--app=${product.url}/explore`],
  });
  const page = app.pages()[0]!;
  await page.waitForURL('**/explore');
  await ready(page);
  expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
  expect(await course(page)).toEqual(['the mark', 'the mark', 'nothing']);
  // It is open: what is loaded anew in it, such as a change of language, is a page like others.
  await page.reload();
  await ready(page);
  expect(await course(page)).toEqual(['nothing', 'nothing', 'nothing']);
  await app.close();
  await rm(profile, { recursive: true, force: true });
});

test('in a browser only a screen of one’s own does; a public page is there at once', async ({ page, product }) => {
  // A guest's saved places are a public page too.
  for (const open of ['/explore', '/saved']) {
    await page.goto(open);
    await ready(page);
    expect(await course(page)).toEqual(['nothing', 'nothing', 'nothing']);
  }
  await signIn(page, product, 'partner@example.com');
  await page.goto('/dashboard');
  await ready(page);
  expect(await course(page)).toEqual(['the mark', 'the mark', 'nothing']);
  // Going on from there needs no curtain.
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
  expect(await splashAt(page, 102)).toBe('nothing');
});
