import type { Page } from '@playwright/test';

/** A figure of Security Monitoring, by its name. */
export const figure = (page: Page, name: string) =>
  page
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();
export const alerts = (page: Page) => page.getByRole('region', { name: 'Active Alerts' });
/** Asks for all of it anew. */
export const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh', exact: true }).click();
