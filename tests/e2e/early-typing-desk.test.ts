import type { Page } from '@playwright/test';
import { openWithoutScripts } from './early-typing.ts';
import { expect, ready, test } from './fixtures.ts';
import { signIn } from './session.ts';

/** Goes on to another area of the desk. */
const leave = (page: Page) =>
  page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Analytics', exact: true }).click();
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without sending?' });

test('what is typed in a form of a desk before the scripts are here is asked about before it is left, and kept over a reload', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, product, 'admin@example.com');
  const release = await openWithoutScripts(page, '/money/rate-cards?new=rate-card');
  const form = page.getByRole('region', { name: 'Propose a rate card' });
  const [tier, percent] = [form.getByLabel('Tier'), form.getByLabel("Partner's share, in percent")];
  await tier.fill('early');
  await percent.fill('12.5');
  release();
  await ready(page);
  await leave(page);
  await question(page).getByRole('button', { name: 'Stay here', exact: true }).last().click();
  await expect(page).toHaveURL(/new=rate-card/);
  await page.reload();
  await ready(page);
  await expect(tier).toHaveValue('early');
  await expect(percent).toHaveValue('12.5');
  // Nothing of it is left to be asked about.
  await tier.fill('');
  await percent.fill('');
  await leave(page);
  await expect(page).toHaveURL(/\/analytics/);
});

test('what is changed early in a form that holds something already is told from it, and what is as it was is left unasked', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, product, 'partner@example.com');
  const settings = '/partner-portal/settings';
  for (const change of [
    () => page.getByLabel('Location', { exact: true }).fill('Hilo'),
    () => page.getByRole('switch', { name: 'Reports by e-mail' }).click(),
    () => page.getByLabel('Reporting frequency').selectOption('weekly'),
  ]) {
    const release = await openWithoutScripts(page, settings);
    await change();
    release();
    await ready(page);
    await leave(page);
    await question(page).getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page).toHaveURL(/\/analytics/);
  }
  const release = await openWithoutScripts(page, settings);
  release();
  await ready(page);
  await leave(page);
  await expect(page).toHaveURL(/\/analytics/);
  await expect(question(page)).toHaveCount(0);
});

test('what is switched and chosen early in a form of a desk is sent', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  const release = await openWithoutScripts(page, '/security/work?new=scans-export');
  await page.getByLabel('First day').fill('2026-11-01');
  await page.getByLabel('Last day').fill('2026-11-06');
  const mails = page.getByRole('switch');
  await mails.check();
  release();
  await ready(page);
  await page.getByLabel('Last day').fill('2026-11-05');
  await expect(mails).toBeChecked();
  const sent = page.waitForRequest('**/api/admin/exports/scans');
  await page.getByRole('button', { name: 'Begin the export' }).click();
  expect((await sent).postDataJSON()).toEqual({ from: '2026-11-01', to: '2026-11-05', mail_when_done: true });
});
