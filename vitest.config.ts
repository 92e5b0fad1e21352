import { defineConfig } from 'vitest/config';

// A hostile time zone: what is right only in UTC or in Hawaiʻi fails here.
process.env.TZ = 'Asia/Kathmandu';

export default defineConfig({
  test: {
    include: ['{contract,server,db,tests,bench,scripts}/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/browsers/**', 'node_modules/**'],
    globalSetup: ['tests/database-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A poll ends as soon as it is answered: how long it may take says nothing but how fast the machine is.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    // As of browser tests: what passes only when repeated is reported as flaky.
    retry: process.env.CI ? 1 : 0,
    pool: 'forks',
    reporters: process.env.CI ? ['default'] : ['dot'],
  },
});
