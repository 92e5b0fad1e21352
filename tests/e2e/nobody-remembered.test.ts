import { test } from './behind.ts';
import { expect } from './fixtures.ts';
import { workerReady } from './offline.ts';
import { signInTraveler } from './session.ts';

for (const [fault, ends] of [
  ['gone', 'refuses'],
  ['silent', 'hangs'],
] as const)
  for (const [path, title] of [
    ['/bookings', 'Your Bookings'],
    ['/dashboard', /^Aloha/],
  ] as const)
    test(`${path} on a phone that remembers nobody says within ten seconds that the network ${ends}, and opens by itself`, async ({
      page,
      behind,
    }) => {
      await signInTraveler(page, behind, `nobody-${fault}-${path.slice(1)}@example.com`);
      await page.goto('/dashboard');
      await workerReady(page);
      await page.evaluate(() => localStorage.removeItem('holoholo.user'));
      await page.goto('about:blank');
      behind.network.spoil(fault);
      const begun = Date.now();
      await page.goto(path, { waitUntil: 'commit' });
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText('No connection here', { timeout: 20_000 });
      expect(Date.now() - begun).toBeLessThan(10_000);
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
      behind.network.mend();
      await expect(heading).toHaveText(title, { timeout: 15_000 });
    });
