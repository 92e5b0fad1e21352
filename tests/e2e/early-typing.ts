import type { Page } from '@playwright/test';

/** Opens a page whose scripts are on their way until they are let through. */
export async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/main-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path);
  return release;
}
