import { openSection } from './desk-pages.ts';
import { accounts } from './desk-rows.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './session.ts';

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`what came of a decision is in sight, from wherever on a list of ${width} px it was made`, async ({
    page,
    product,
  }) => {
    const domain = `said-${width}.example`;
    await accounts(product, domain, 50);
    await signIn(page, product, 'admin@example.com');
    await page.setViewportSize({ width, height });
    await openSection(page, `/security/access?search=${domain}`);
    const last = page.getByRole('checkbox', { name: /^Select Guest/ }).last();
    await last.scrollIntoViewIfNeeded();
    await last.check();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Suspend accounts' });
    await sheet.getByLabel('Reason').fill('No longer with us');
    await sheet.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Suspended: 1. Left out: 0.')).toBeInViewport({ ratio: 1 });
    await page.screenshot({ path: `test-results/desk-said-${width}.png` });
  });
