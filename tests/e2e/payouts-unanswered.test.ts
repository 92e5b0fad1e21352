import { cut, loseAnswer } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready, signInByMail } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { admin } from './payouts-world.ts';
import { put } from './put-payouts.ts';
import { endSessions } from './session.ts';
import { agree, begin, isReleased, leaveIt, onlyPrepared, press, releaseUnheard, sheetOf } from './unanswered-world.ts';

/** A product of its own: nobody else's payouts are released with these. */
const test = withOwnProduct();

test('a release whose answer is lost counts once when it is sent again, and is told truly', async ({
  page,
  product,
}) => {
  const keys: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/payouts/release')) keys.push(request.headers()['idempotency-key']);
  });
  await begin(page, product);
  await releaseUnheard(page);
  await expect(
    sheetOf(page, 'Release').getByText(
      'What you sent may have arrived, and be done. Sent again as it stands, it counts once.',
    ),
  ).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/release-unanswered-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await agree(page, 'Release');
  await expect(page.getByText('Released: 1. Left out: 0.')).toBeVisible();
  await isReleased(page);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('whoever leaves without the answer is asked, and shown what became of it', async ({ page, product }) => {
  await begin(page, product);
  await releaseUnheard(page);
  const question = sheetOf(page, 'Leave without an answer?');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Stay here' }).last().click();
  await expect(sheetOf(page, 'Release')).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // A tap beside the sheet.
    await page.mouse.click(5, 5);
    await question.getByRole('button', { name: 'Stay here' }).last().click();
    await expect(question).toHaveCount(0);
    await expect(sheetOf(page, 'Release')).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await expect(sheetOf(page, 'Release')).toHaveCount(0);
  await isReleased(page);
  await expect(page.getByText('Nothing waits to be released.')).toBeVisible();
});

test('whoever leaves without the answer is told what became of what their list shows no more', async ({
  page,
  product,
}) => {
  const partner = await begin(page, product, onlyPrepared);
  await releaseUnheard(page);
  await leaveIt(page);
  await expect(page.locator('tbody')).toHaveCount(0);
  const said = page.getByText(`You left without an answer. Then it stood so: ${partner}, $70.00: Released (`);
  await expect(said).toContainText(admin);
  await expect(said).not.toContainText('look again');
  await expect(said).toBeInViewport({ ratio: 1 });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/release-left-${width}.png` });
  }
});

test('what has not come of it when it is left, or cannot be asked, is said so', async ({ page, product }) => {
  const partner = await begin(page, product, onlyPrepared);
  await cut(page, '**/api/admin/payouts/withdraw');
  await page.getByRole('checkbox', { name: /^Select (?!all)/ }).check();
  await press(page, 'Withdraw');
  await page.getByLabel('Reason').fill('Their account has another number');
  await agree(page, 'Withdraw');
  await expect(sheetOf(page, 'Withdraw').getByText('Network error.')).toBeVisible();
  await leaveIt(page);
  await expect(
    page.getByText(
      `Then it stood so: ${partner}, $70.00: Prepared. What is prepared may still be settled by what you sent: look again before you pay.`,
    ),
  ).toBeVisible();
  await press(page, 'Put away');
  await cut(page, '**/api/admin/payouts?ids=*');
  await releaseUnheard(page);
  await leaveIt(page);
  await expect(
    page.getByText('what became of it cannot be asked. Look at the payouts of all states before you pay.'),
  ).toBeVisible();
});

test('a release that may be done is there again over a reload of a list that shows it no more', async ({
  page,
  product,
}) => {
  await begin(page, product, onlyPrepared);
  await releaseUnheard(page);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await ready(page);
  const sheet = sheetOf(page, 'Release');
  await expect(sheet.getByText('Sent again as it stands, it counts once.')).toBeVisible();
  await expect(sheet.getByText('Settled already, and left out: 1.')).toBeVisible();
  await expect(page.locator('tbody')).toHaveCount(0);
  await agree(page, 'Release');
  await expect(page.getByText('Released: 1. Left out: 0.')).toBeVisible();
});

test('a release that the server goes on with, though it has answered, may be done, whatever a later try is told', async ({
  page,
  product,
}) => {
  await begin(page, product);
  // Each statement in its time, and both together beyond that of an answer.
  await ask(
    product,
    `create function takes_long() returns trigger language plpgsql as $$ begin perform pg_sleep(1.4); return new; end $$;
    create trigger slowly before update on payouts for each row
      when (new.state = 'released') execute function takes_long();
    create trigger slowly before insert on audit_inbox for each row
      when (new.action = 'payout_released') execute function takes_long()`,
  );
  expectErrors(page, '503 /api/admin/payouts/release');
  await page.getByRole('checkbox', { name: /^Select (?!all)/ }).check();
  await press(page, 'Release');
  await agree(page, 'Release');
  const sheet = sheetOf(page, 'Release');
  const said = sheet.getByText('Sent again as it stands, it counts once.');
  await expect(sheet.getByText('The service is busy or restarting.')).toBeVisible();
  await expect(said).toBeVisible();
  await expect.poll(() => ask(product, "select from payouts where state = 'released'")).toHaveLength(1);
  await ask(product, 'drop trigger slowly on payouts; drop trigger slowly on audit_inbox; drop function takes_long');
  await failAt(page, product, 'internal', 'payouts', '/api/admin/payouts/release');
  await agree(page, 'Release');
  await expect(sheet.getByText('The service is busy or restarting.')).toHaveCount(0);
  await expect(sheet.getByRole('alert')).toBeVisible();
  await expect(said).toBeVisible();
  await mendDatabase(product);
  await page.keyboard.press('Escape');
  const question = sheetOf(page, 'Leave without an answer?');
  await question.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await isReleased(page);
});

test('over a reload, too, the release that may be done is the same one', async ({ page, product }) => {
  await begin(page, product);
  await releaseUnheard(page);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await ready(page);
  await expect(sheetOf(page, 'Release').getByText('Sent again as it stands, it counts once.')).toBeVisible();
  await agree(page, 'Release');
  await expect(page.getByText('Released: 1. Left out: 0.')).toBeVisible();
});

test('what was released already is named where it is released again: it is to be paid', async ({ page, product }) => {
  const partner = await begin(page, product);
  await page.getByRole('checkbox', { name: /^Select (?!all)/ }).check();
  await press(page, 'Release');
  await ask(
    product,
    `update payouts set state = 'released', settled_at = '2026-11-02T20:00:00Z',
      settled_by = (select id from users where email = $1)`,
    [admin],
  );
  await agree(page, 'Release');
  const said = page.getByText('Nothing was released now. Left out: 1.');
  await expect(said).toContainText(`Released by now, each to be paid once: ${partner}, $70.00 (Nov 2, 2026`);
  await expect(said).toContainText(admin);
  await expect(page.getByText('Nothing of it is to be paid.')).toHaveCount(0);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/released-already-${width}.png` });
  }
});

test('what is shown as released already is not sent again, nor named as to be paid', async ({ page, product }) => {
  await begin(page, product);
  const [before] = await put(product, ['partner2@example.com']);
  await ask(
    product,
    `update payouts p set state = 'released', settled_at = '2026-10-02T20:00:00Z',
        settled_by = (select id from users where email = $1)
      from organisations o where o.id = p.organisation_id and o.name = $2`,
    [admin, before],
  );
  await page.reload();
  await ready(page);
  const released = page.getByRole('checkbox', { name: `Select ${before}, $70.00` });
  for (const box of await page.getByRole('checkbox', { name: /^Select (?!all)/ }).all()) await box.check();
  await expect(released).toBeChecked();
  await press(page, 'Release');
  await expect(
    sheetOf(page, 'Release').getByText('$70.00 in 1 payout. Settled already, and left out: 1. Release enters this'),
  ).toBeVisible();
  await agree(page, 'Release');
  const settled = `Settled before, and not sent: ${before}, $70.00: Released (Oct 2, 2026`;
  const said = page.getByText('Released: 1. Left out: 1.');
  await expect(said).toContainText(settled);
  await expect(said).toContainText(admin);
  await expect(page.getByText('each to be paid once')).toHaveCount(0);
  await expect(page.getByText('Nothing waits to be released.')).toBeVisible();
  // Nor where there is nothing else.
  await released.check();
  await press(page, 'Release');
  await agree(page, 'Release');
  await expect(page.getByText(`Nothing was released now. Left out: 1. ${settled}`)).toContainText(admin);
  // It may never have been paid.
  await expect(page.getByText('Nothing of it is to be paid.')).toHaveCount(0);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/settled-before-${width}.png` });
  }
});

test('a run whose answer is lost is one run, and is followed', async ({ page, product }) => {
  await begin(page, product);
  await press(page, 'Prepare payouts');
  await loseAnswer(page, '**/api/admin/payout-runs');
  await agree(page, 'Prepare payouts');
  const sheet = sheetOf(page, 'Prepare payouts');
  await expect(sheet.getByText('Sent again as it stands, it counts once.')).toBeVisible();
  await page.keyboard.press('Escape');
  await sheetOf(page, 'Leave without an answer?').getByRole('button', { name: 'Stay here' }).last().click();
  await agree(page, 'Prepare payouts');
  await expect(page.getByRole('region', { name: 'Preparing of payouts' })).toBeVisible();
  expect(await ask(product, "select from long_work where kind = 'payout-run'")).toHaveLength(1);
});

test('a release that an ended session kept from being sent is signed in from, and there again', async ({
  page,
  product,
}) => {
  expectErrors(page, '401 /api/admin/payouts/release');
  await begin(page, product);
  await page.getByRole('checkbox', { name: /^Select (?!all)/ }).check();
  await press(page, 'Release');
  await endSessions(product, admin);
  await agree(page, 'Release');
  await sheetOf(page, 'Release').getByRole('link', { name: 'Sign In' }).click();
  await signInByMail(page, product, admin);
  await expect(sheetOf(page, 'Release').getByText('$70.00 in 1 payout.')).toBeVisible();
  await agree(page, 'Release');
  await expect(page.getByText('Released: 1. Left out: 0.')).toBeVisible();
});
