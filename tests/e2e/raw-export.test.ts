import { readFile } from 'node:fs/promises';
import { parquetReadObjects } from 'hyparquet';
import { expectAccessible } from './axe.ts';
import { ask } from './database.ts';
import { openSection } from './desk-pages.ts';
import { admin, clear } from './desk-work.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './session.ts';

test.beforeEach(({ product }) => clear(product));

for (const width of [390, 1280])
  test(`raw rows are asked for, followed and fetched on a screen of ${width} px, each row that there is`, {
    ...(width === 1280 && { tag: '@main' }),
  }, async ({ page, product }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, product, admin);
    const exported = async (format: string) => {
      await openSection(page, '/security/work');
      await page.getByRole('link', { name: 'Export raw rows' }).click();
      const form = page.getByRole('region', { name: 'Export of raw rows' });
      await form.getByRole('combobox', { name: 'Rows' }).selectOption('Clicks to booking pages');
      await form.getByRole('combobox', { name: 'Format' }).selectOption(format);
      await form.getByRole('button', { name: 'Last 7 days' }).click();
      await expectAccessible(page, { enlarged: true });
      await page.screenshot({ path: `test-results/raw-export-${width}.png`, fullPage: true });
      await form.getByRole('button', { name: 'Begin the export' }).click();
      const work = page.getByRole('region', { name: 'About this work' });
      await expect(work).toContainText('Export of raw rows');
      await expect(work.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 });
      await expect(work).toContainText('clicks');
      await expect(work).toContainText(format.toLowerCase());
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        work.getByRole('link', { name: 'Download' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(new RegExp(`^clicks-.*\\.${format.toLowerCase()}$`));
      return await readFile(await file.path());
    };
    const count = async () => {
      const bytes = await exported('Parquet');
      return (await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).length;
    };
    const before = await count();
    await ask(
      product,
      `insert into clicks (click_id, user_id, listing_id, platform, url, clicked_at)
       select 'raw-' || $2 || now(), u.id, (select min(id) from listings), 'viator', 'https://x.example/', now() from users u where email = $1`,
      [admin, String(width)],
    );
    expect(await count()).toBe(before + 1);
    const lines = (await exported('CSV')).toString().trim().split('\r\n');
    expect(lines).toHaveLength(1 + before + 1);
    // The newest, whatever other tests on the same guide have just followed.
    expect(lines.at(-1)).toContain(',viator,');
    expect(lines[0]).toMatch(/^clicked_at,platform,visit,account,/);
    expect(Date.now() - Date.parse(lines.at(-1)!.slice(0, 24))).toBeLessThan(300_000);
    await expect(page.getByText('Waiting or running: 0. Could not be done: 0.')).toBeVisible();
  });
