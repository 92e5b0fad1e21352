import { cut, hold, loseAnswer } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { ask } from './database.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { admin, detailOf } from './payouts-world.ts';
import { put } from './put-payouts.ts';
import { agree, begin, leaveIt, onlyPrepared, press, releaseUnheard, sheetOf } from './unanswered-world.ts';

/** A product of its own: nobody else's payouts are released with these. */
const test = withOwnProduct();

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

test('whoever goes back without the answer is told what became of it, once', async ({ page, product }) => {
  const partner = await begin(page, product, onlyPrepared);
  let times = 0;
  page.on('request', (request) => {
    if (/payouts\?ids=/.test(request.url())) times += 1;
  });
  await page.getByRole('link', { name: partner }).click();
  await loseAnswer(page, '**/api/admin/payouts/release');
  await detailOf(page).getByRole('button', { name: 'Release' }).click();
  await agree(page, 'Release');
  await expect(sheetOf(page, 'Release').getByText('Network error.')).toBeVisible();
  await page.goBack();
  const question = sheetOf(page, 'Leave without an answer?');
  await question.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
  const said = page.getByText(`You left without an answer. Then it stood so: ${partner}, $70.00: Released (`);
  await expect(said).toHaveCount(1);
  await expect(said).toContainText(admin);
  expect(times).toBe(1);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/left-by-back-${width}.png` });
  }
});

test('what became of it is brought into sight where it was asked for, and no other desk is scrolled to it', async ({
  page,
  product,
}) => {
  const partner = await begin(page, product);
  await releaseUnheard(page);
  await leaveIt(page);
  const said = page.getByText(`You left without an answer. Then it stood so: ${partner}, $70.00: Released (`);
  await expect(said).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: partner }).click();
  await expect(detailOf(page)).toBeVisible();
  await page.evaluate(() => {
    const scrolled: (string | null)[] = [];
    Object.assign(self, { scrolled });
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolled.push(this.textContent);
    };
  });
  await detailOf(page).getByRole('link', { name: 'Monthly statement' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monthly statement');
  await expect(said).toBeVisible();
  const scrolled = await page.evaluate(() => (self as unknown as { scrolled: string[] }).scrolled);
  expect(scrolled.filter((words) => words.includes('You left without an answer.'))).toEqual([]);
});
