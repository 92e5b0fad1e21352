import { chromium, type ElementHandle } from '@playwright/test';
import { chromiumArgs } from '../../scripts/chromium.mjs';
import type { StartEngine } from './engine.ts';

/** Chromium through Playwright, as in the other browser tests. */
export const startChromium =
  (executablePath: string | undefined): StartEngine =>
  async ({ proxy }) => {
    const browser = await chromium.launch({
      executablePath,
      args: chromiumArgs,
      proxy: { server: `socks5://127.0.0.1:${proxy}`, bypass: 'localhost' },
    });
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
    const page = await context.newPage();
    return {
      goto: async (url) => void (await page.goto(url)),
      run: (script) => page.evaluate(script),
      find: async (script) => (await page.evaluateHandle(script)).asElement(),
      click: (element) => (element as ElementHandle<HTMLElement>).click(),
      type: (element, text) => (element as ElementHandle<HTMLElement>).type(text),
      closeOthers: async () => {
        for (const one of context.pages()) if (one !== page) await one.close();
      },
      close: () => browser.close(),
    };
  };
