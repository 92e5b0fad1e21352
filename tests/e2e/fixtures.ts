import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test';
import { standIn } from './answers.ts';
import { type Printed, showing, writeCameraVideo } from './camera-video.ts';
import { watchSecrets } from './canaries.ts';
import { ConsoleErrors, type ExpectedError } from './console-errors.ts';
import { mendDatabase } from './failing-database.ts';
import { type Product, startProduct } from './product.ts';
import { keepWords, shownWords, watchWords } from './shown-words.ts';

interface TestFixtures {
  /** Console errors that each of the tests brings about on purpose, by status and address; all others fail it. */
  expectedErrors: readonly ExpectedError[];
  /** What goes wrong in the browsers of this test. */
  consoleErrors: ConsoleErrors;
  /**
   * Whether the browser lets the page register its service worker. Installing one keeps the whole application and takes as
   * much of the processor as the rest of a page (measured: 0.6 of 1.3 s), so that only what is about it asks for one. Where
   * everything is proved all have it.
   */
  serviceWorker: boolean;
  /** A phone whose camera shows a code, or something printed: opens pages in a browser of its own. */
  phone: (camera: { shows?: string | Printed; denied?: boolean; none?: boolean }) => Promise<Page>;
  /** Somebody else's browser, or one's other one. */
  elsewhere: () => Promise<Page>;
}

interface WorkerFixtures {
  product: Product;
  /** What this worker's pages have shown, for words-seen.test.ts. */
  words: Set<string>;
}

/** Booking platforms as a page that says where one has arrived; nothing leaves this machine. */
async function standInForPlatforms(context: BrowserContext): Promise<void> {
  await standIn(context, /^https:\/\//, (route) => ({
    contentType: 'text/html',
    body: `<!doctype html><title>platform</title><p>${new URL(route.request().url()).hostname}</p>`,
  }));
}

/** As in a private window of Firefox, where it is forbidden. */
async function forbidServiceWorkers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (!navigator.serviceWorker) return;
    navigator.serviceWorker.register = () => Promise.reject(new DOMException('forbidden', 'SecurityError'));
  });
}

/** The words that a worker's pages have shown, left for words-seen.test.ts when it ends. */
export const wordsOfWorker = async (
  // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
  {},
  use: (words: Set<string>) => Promise<void>,
): Promise<void> => {
  await use(shownWords);
  keepWords(shownWords);
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  words: [wordsOfWorker, { scope: 'worker' }],
  baseURL: async ({ product }, use) => use(product.url),
  expectedErrors: [[], { option: true }],
  serviceWorker: [process.env.PROVE === '1', { option: true }],
  consoleErrors: async ({ expectedErrors }, use) => {
    const errors = new ConsoleErrors(expectedErrors);
    await use(errors);
    expect(errors.problems()).toEqual([]);
  },
  context: async ({ context, product, words, javaScriptEnabled, consoleErrors, serviceWorker }, use) => {
    await standInForPlatforms(context);
    if (!serviceWorker) await forbidServiceWorkers(context);
    consoleErrors.watchContext(context, product.url);
    await watchWords(context, words, javaScriptEnabled);
    const endWatch = watchSecrets(context, product);
    await use(context);
    await endWatch();
    await mendDatabase(product);
  },
  page: async ({ page, product, consoleErrors }, use) => {
    consoleErrors.watchPage(page, product.url);
    await use(page);
  },
  elsewhere: async ({ browser, product, words, consoleErrors, contextOptions, serviceWorker }, use) => {
    const contexts: [BrowserContext, () => Promise<void>][] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: product.url });
      contexts.push([context, watchSecrets(context, product)]);
      await standInForPlatforms(context);
      if (!serviceWorker) await forbidServiceWorkers(context);
      await watchWords(context, words);
      const page = await context.newPage();
      consoleErrors.watchPage(page, product.url);
      return page;
    });
    for (const [context, endWatch] of contexts) {
      await endWatch();
      await context.close();
    }
  },
  phone: async ({ product, words, consoleErrors, contextOptions, launchOptions, serviceWorker }, use) => {
    const closers: (() => Promise<unknown>)[] = [];
    await use(async ({ shows, denied, none }) => {
      const folder = await mkdtemp(join(tmpdir(), 'holoholo-camera-'));
      const video = join(folder, 'camera.y4m');
      if (shows) writeCameraVideo(video, showing(shows));
      const browser = await chromium.launch({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          denied ? '--use-fake-ui-for-media-stream=deny' : '--use-fake-ui-for-media-stream',
          ...(none ? [] : ['--use-fake-device-for-media-stream']),
          ...(shows ? [`--use-file-for-fake-video-capture=${video}`] : []),
        ],
      });
      const context = await browser.newContext({ ...contextOptions, baseURL: product.url });
      await standInForPlatforms(context);
      if (!serviceWorker) await forbidServiceWorkers(context);
      await watchWords(context, words);
      const endWatch = watchSecrets(context, product);
      closers.push(async () => {
        await endWatch();
        await browser.close();
        await rm(folder, { recursive: true, force: true });
      });
      const page = await context.newPage();
      consoleErrors.watchPage(page, product.url);
      return page;
    });
    for (const close of closers) await close();
  },
});

export { expect };

/** The name of a card's link: its words and, for those who hear it without its card, the experience. */
export const linkName = (words: string, experience: string): RegExp =>
  new RegExp(`^${words}\\s*: ${experience.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/** What the page says went wrong; a place that is announced but empty says nothing. */
export const problem = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });

/** Waits until the page's scripts have taken it over. */
export const ready = (page: Page) => expect(page.locator('html[data-ready=true]')).toBeAttached();

/** Signs in through the real mail: asks for the link on the page that is open, reads it from the SMTP server, follows it. */
export async function signInByMail(page: Page, product: Product, email: string): Promise<void> {
  const before = product.mail.messages.length;
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  const message = await product.mail.waitFor(email, before);
  const link = message.text.match(/https?:\/\/\S+/)?.[0];
  await page.goto(link!);
}
