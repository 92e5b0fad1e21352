import { cut, hold } from './answers.ts';
import { ask } from './database.ts';
import { test as base, expect, ready } from './fixtures.ts';
import { admin } from './payouts-world.ts';
import { type Product, startProduct } from './product.ts';
import { put } from './put-payouts.ts';
import { agree, begin, onlyPrepared, press, releaseUnheard, sheetOf } from './unanswered-world.ts';

/** A product of its own: nobody else's payouts are released with these. */
const test = base.extend<Record<never, never>, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const asked = '**/api/admin/payouts?ids=*';

test('what is answered late as a sheet is opened again takes the place of nothing that was begun meanwhile', async ({
  page,
  product,
}) => {
  const partner = await begin(page, product, onlyPrepared);
  await releaseUnheard(page);
  const [other] = await put(product, ['partner2@example.com']);
  page.on('dialog', (dialog) => dialog.accept());
  const letGo = await hold(page, asked);
  await page.reload();
  await ready(page);
  await page.getByRole('checkbox', { name: `Select ${other}, $70.00` }).check();
  await press(page, 'Withdraw');
  const reason = page.getByLabel('Reason');
  await reason.fill('Their account has another number');
  const come = page.waitForResponse(/payouts\?ids=/);
  await letGo();
  await come;
  await expect(page.getByText(`Then it stood so: ${partner}, $70.00: Released (`)).toContainText(admin);
  await expect(sheetOf(page, 'Release')).toHaveCount(0);
  await expect(reason).toHaveValue('Their account has another number');
  await agree(page, 'Withdraw');
  await expect(page.getByText('Withdrawn: 1. Left out: 0.')).toBeVisible();
  expect(
    await ask(
      product,
      'select o.name, p.state from payouts p join organisations o on o.id = p.organisation_id order by p.state',
    ),
  ).toEqual([
    { name: partner, state: 'released' },
    { name: other, state: 'withdrawn' },
  ]);
});

test('nor of what was ticked meanwhile', async ({ page, product }) => {
  const partner = await begin(page, product, onlyPrepared);
  await releaseUnheard(page);
  const [other] = await put(product, ['partner2@example.com']);
  page.on('dialog', (dialog) => dialog.accept());
  const letGo = await hold(page, asked);
  await page.reload();
  await ready(page);
  const box = page.getByRole('checkbox', { name: `Select ${other}, $70.00` });
  await box.check();
  await letGo();
  await expect(page.getByText(`Then it stood so: ${partner}, $70.00: Released (`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(box).toBeChecked();
});

test('where it cannot be asked as a sheet is to be opened again, that is said', async ({ page, product }) => {
  await begin(page, product, onlyPrepared);
  await releaseUnheard(page);
  page.on('dialog', (dialog) => dialog.accept());
  await cut(page, asked);
  await page.reload();
  await ready(page);
  await expect(
    page.getByText('what became of it cannot be asked. Look at the payouts of all states before you pay.'),
  ).toBeVisible();
});
