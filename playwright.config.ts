import { defineConfig, devices } from '@playwright/test';

const chromium = process.env.CHROMIUM === 'playwright' ? undefined : (process.env.CHROMIUM ?? '/usr/bin/chromium');

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'browser', testMatch: '*.test.ts', testIgnore: 'words-seen.test.ts' },
    // Needs what all others have seen.
    { name: 'words', testMatch: 'words-seen.test.ts', dependencies: ['browser'] },
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
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Chromium keeps an empty renderer ready for the next site, of no use to a context that is closed after one test. At its
        // limit it starts none (measured: half as many renderers, 3 % less processor time). Sites and contexts keep their own.
        '--renderer-process-limit=1',
      ],
    },
  },
});
