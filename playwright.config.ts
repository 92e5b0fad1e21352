import { defineConfig, devices } from '@playwright/test';
import { chromiumArgs } from './scripts/chromium.mjs';
import type { FloorBrowser } from './scripts/floor/browser-floor.ts';
import { otherBrowsers } from './scripts/other-browsers.mjs';
import { beyondMain } from './scripts/whole-only.mjs';

/** Playwright's own browser is what it takes where none is named. */
const own = process.env.CHROMIUM === 'playwright';
const chromium = own ? undefined : (process.env.CHROMIUM ?? '/usr/bin/chromium');
/** The same browser without its windows, which takes a third less of the processor. */
const headless = own ? undefined : (process.env.CHROMIUM_HEADLESS ?? chromium);

const args = [
  ...chromiumArgs,
  // Chromium keeps an empty renderer ready for the next site, of no use to a context that is closed after one test. At its
  // limit it starts none (measured: half as many renderers, 3 % less processor time). Sites and contexts keep their own.
  '--renderer-process-limit=1',
];

/** Files that wait for the whole run (scripts/whole-only.mjs); what has to have seen every other test waits with them. */
const leftOut = process.env.LEFT_OUT?.split(',') ?? [];

export default defineConfig<Record<never, never>, { engine: FloorBrowser }>({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/seeded-folder.ts',
  projects: [
    {
      name: 'browser',
      testMatch: '*.test.ts',
      testIgnore: ['*-seen.test.ts', ...leftOut.map((file) => `**/${file}`)],
      grepInvert: /@windows/,
    },
    ...(leftOut.length > 0
      ? [{ name: 'main ways', testMatch: beyondMain.map((file) => `**/${file}`), grep: /@main/ }]
      : []),
    // What the browser without windows does not do: installed apps, new windows by a key held, background sync.
    {
      name: 'windows',
      testMatch: '*.test.ts',
      grep: /@windows/,
      use: { launchOptions: { executablePath: chromium, args } },
    },
    // The main way in each browser that people have; scripts/test.mjs says so where one is not there.
    ...(['Chrome', ...otherBrowsers()] as const).map((engine) => ({
      name: engine,
      testDir: 'tests/browsers',
      use: { engine },
    })),
    // Needs what all others have seen.
    ...(leftOut.length > 0
      ? []
      : [{ name: 'words', testMatch: '*-seen.test.ts', dependencies: ['browser', 'windows'] }]),
  ],
  outputDir: 'test-results/browser',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // A verdict is not left to a crowded machine: what passes only when repeated is reported as flaky.
  retries: process.env.CI ? 2 : 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'Asia/Kathmandu',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: headless,
      args,
    },
  },
});
