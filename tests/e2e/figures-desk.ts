import type { Locator, Page } from '@playwright/test';
import { expect, ready } from './fixtures.ts';
import type { Product } from './product.ts';

export async function openFigures(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics');
}

/** Every figure that a section shows, by its name. */
export async function figuresAt(page: Page, address: string): Promise<Record<string, string>> {
  await openFigures(page, address);
  const named = await page
    .locator('[data-desk] dl > div')
    .evaluateAll((all) => all.map((one) => [...one.children].map((each) => each.textContent!)));
  return Object.fromEntries(named.map(([name, figure]) => [name!, figure!]));
}

/** The table of a chart, unfolded. */
export async function tableOf(page: Page, chart: string): Promise<Locator> {
  const figure = page.getByRole('figure', { name: chart, exact: true });
  await figure.getByText('The figures as a table').click();
  return figure.getByRole('table').locator('tbody tr');
}

/** What the rows of a table say, cell by cell. */
export const rowsOf = async (page: Page, table: string): Promise<string[][]> => {
  const rows = await page.getByRole('table', { name: table, exact: true }).locator('tbody tr').all();
  return await Promise.all(
    rows.map(async (row) => (await row.locator('th, td').allInnerTexts()).map((text) => text.trim())),
  );
};

/** Scans a code on a browser that is nobody's yet. */
export async function scan(page: Page, product: Product, code: string): Promise<void> {
  const data = { qr_code_id: code, device_info: { userAgent: 'A phone' } };
  const reply = await page.request.post('/api/qr/scan', { data, headers: { origin: product.url } });
  expect(reply.ok()).toBe(true);
}
