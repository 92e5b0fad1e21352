import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { confirm, expectOnEveryWidth } from './desk-pages.ts';
import { addDevice, addPasskey } from './device-passkeys.ts';
import { expect } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import {
  admin,
  agree,
  detailOf,
  dollars,
  earn,
  late,
  openPayouts,
  placeOf,
  run,
  second,
  setRole,
  tickAll,
} from './payouts-world.ts';
import { put, takeAway } from './put-payouts.ts';
import { proposedByAnother } from './rate-changes.ts';
import { signIn, signInTraveler } from './session.ts';

/** A product of its own: nobody else's payouts are summed with these. */
const test = withOwnProduct();

test('what is due is prepared, released by another administrator or withdrawn, and the head moves by exactly that', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await signIn(page, product, admin);
  await openPayouts(page);
  await expect(page.getByText('Nothing waits to be released.')).toBeVisible();
  await expect(page.getByText('Nothing was paid out yet')).toBeVisible();
  const [one, two] = [await placeOf(product, 'partner@example.com'), await placeOf(product, 'partner2@example.com')];
  const due = [
    await earn(await elsewhere(), page, product, one.code, 900),
    await earn(await elsewhere(), page, product, two.code, 1234.56),
  ] as const;
  expect(Math.min(...due)).toBeGreaterThan(5_000);
  const other = await elsewhere();
  const device = await addDevice(other);
  await signInTraveler(other, product, second, { fresh: true });
  await setRole(product, second, 'admin');
  await addPasskey(other);
  await other.context().clearCookies();
  await signIn(other, product, second, { fresh: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await run(page);
  const both = dollars(due[0] + due[1]);
  await expect(page.getByText(`${both} to be released, for 2 partners.`)).toBeVisible();
  await expectOnEveryWidth(page, 'state=prepared', 'payouts', () => page.getByText('2 payouts found.'), openPayouts);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await openPayouts(page);
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
  }

  // Nobody releases alone what they prepared, where there is another administrator.
  await tickAll(page);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  expectErrors(page, '403 /api/admin/payouts/release');
  const refused = await agree(page, 'Release');
  await expect(refused.getByText(`${both} in 2 payouts. Release enters this as paid`)).toBeVisible();
  await expect(refused.getByText('You prepared some of this yourself.')).toBeVisible();
  await page.keyboard.press('Escape');

  // Nor one to a partner that they are of.
  await other.setViewportSize({ width: 390, height: 844 });
  await ask(
    product,
    `insert into members (organisation_id, kind, user_id, standing, permissions)
      select $1, 'partner', id, 'staff', '{}' from users where email = $2`,
    [two.id, second],
  );
  expectErrors(other, '403 /api/*');
  await openPayouts(other, `state=prepared&search=${encodeURIComponent(two.partner)}`);
  await expect(other.getByText('1 payout found.')).toBeVisible();
  await other.getByRole('link', { name: two.partner }).click();
  const seen = detailOf(other);
  await expect(seen).toContainText(admin);
  await expect(seen.locator('dl').first()).toContainText(`Amount${dollars(due[1])}Bookings1`);
  await expectAccessible(other);
  await seen.getByRole('button', { name: 'Release' }).click();
  const asked = await agree(other, 'Release');
  await expect(asked.getByText('You are of a partner that is paid here, or were in the last 30 days.')).toBeVisible();
  await other.keyboard.press('Escape');
  await ask(product, `delete from members using users u where u.id = user_id and u.email = $1`, [second]);
  await ask(product, `update past_members set until = until - interval '31 days'`);

  // The passkey is asked for, and without it nothing is released.
  await ask(product, `update sessions set confirmed_until = null from users u where u.id = user_id and u.email = $1`, [
    second,
  ]);
  await device.say('no');
  await seen.getByRole('button', { name: 'Release' }).click();
  await expect((await agree(other, 'Release')).getByText('your device did not confirm')).toBeVisible();
  await expect(other.getByText(`${both} to be released, for 2 partners.`)).toBeVisible();
  await device.say('yes');
  await agree(other, 'Release');
  await expect(other.getByText('Released: 1. Left out: 0.')).toBeVisible();
  await expect(seen).toContainText(`, ${second}`);
  await expect(seen.getByRole('button', { name: 'Release' })).toHaveCount(0);
  await expect(other.getByText(`${dollars(due[0])} to be released, for 1 partner. 0 payouts found.`)).toBeVisible();

  await openPayouts(page);
  await tickAll(page);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(
    page.getByRole('dialog').getByText(`${dollars(due[0])} in 1 payout. Settled already, and left out: 1. All of it`),
  ).toBeVisible();
  await confirm(page, 'Withdraw', 'Not to be paid yet');
  await expect(page.getByText('Withdrawn: 1. Left out: 1.')).toBeVisible();
  await expect(page.getByText('Nothing waits to be released.')).toBeVisible();
  await run(page);
  await expect(page.getByText(`${dollars(due[0])} to be released, for 1 partner.`)).toBeVisible();
  await page.getByRole('link', { name: one.partner }).first().click();
  await detailOf(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('dialog').getByText(`${dollars(due[0])} in 1 payout. All of it`)).toBeVisible();
  await confirm(page, 'Withdraw', 'Not to be paid yet');
  await expect(page.getByText('Withdrawn: 1. Left out: 0.')).toBeVisible();
  await openPayouts(page, 'search=nobody-is-called-so');
  await expect(page.getByText('No payout is like that')).toBeVisible();
  await setRole(product, second, 'traveler');
});

test('what is ticked is summed before it is released or withdrawn', { tag: '@main' }, async ({ page, product }) => {
  await signIn(page, product, admin);
  await put(product, ['partner@example.com', 'partner2@example.com']);
  await openPayouts(page, 'state=prepared');
  await expect(page.getByText('$140.00 to be released, for 2 partners. 2 payouts found.')).toBeVisible();
  const boxes = page.getByRole('checkbox', { name: /^Select .+, \$70\.00$/ });
  for (const [at, sum] of ['$70.00 in 1 payout.', '$140.00 in 2 payouts.'].entries()) {
    await boxes.nth(at).check();
    for (const [action, follows] of [
      ['Release', 'Release enters this as paid and is not taken back: pay it once it is released, and only what is.'],
      ['Withdraw', 'All of it is due again, and is in the next run.'],
    ] as const) {
      await page.getByRole('button', { name: action, exact: true }).click();
      await expect(page.getByRole('dialog', { name: action }).getByText(`${sum} ${follows}`)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
  await takeAway(product);
  await put(product, ['partner@example.com']);
  await openPayouts(page);
  await expect(page.getByText('$70.00 to be released, for 1 partner.')).toBeVisible();
  await takeAway(product);
});

test('who became an administrator after a payout was prepared is told that they do not release it', async ({
  page,
  product,
}) => {
  await addDevice(page);
  await signInTraveler(page, product, late, { fresh: true });
  await put(product, ['partner@example.com']);
  await setRole(product, late, 'admin');
  await addPasskey(page);
  await page.context().clearCookies();
  await signIn(page, product, late, { fresh: true });
  await openPayouts(page, 'state=prepared');
  await tickAll(page);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  expectErrors(page, '403 /api/admin/payouts/release');
  const refused = await agree(page, 'Release');
  await expect(refused.getByText('You were no administrator yet when some of this was prepared.')).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
  }
  await page.keyboard.press('Escape');
  await expect(page.getByText('$70.00 to be released, for 1 partner.')).toBeVisible();
  await setRole(product, late, 'traveler');
  await takeAway(product);
});

test('what waits is left out of a release, and the screen says how many and why', async ({ page, product }) => {
  await signIn(page, product, admin);
  const [partner] = await put(product, ['partner@example.com', 'partner2@example.com']);
  const of = (email: string) => `(select id from users where email = '${email}')`;
  // Prepared by somebody else, so that this administrator releases it.
  await ask(product, `update payouts set prepared_by = ${of('partner@example.com')} where cents = 7000`);
  const set = (state: string) => ask(product, 'update organisations set state = $1 where name = $2', [state, partner!]);
  await set('suspended');
  await openPayouts(page, 'state=prepared');
  await tickAll(page);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await agree(page, 'Release');
  await expect(
    page.getByText(
      `Released: 1. Left out: 1. ${partner} waits: its partner is suspended. What waits can be withdrawn.`,
    ),
  ).toBeVisible();
  await expect(page.getByText('$70.00 to be released, for 1 partner.')).toBeVisible();
  await expectAccessible(page);
  // Of what waits alone nothing is paid, and nothing looks as if it were.
  await tickAll(page);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await agree(page, 'Release');
  const nothing = page.getByText(
    `Nothing was released now. Left out: 1. Nothing of it is to be paid. ${partner} waits: its`,
  );
  await expect(nothing).toBeVisible();
  await expect(page.getByText('$70.00 to be released, for 1 partner.')).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
  }
  // Nor is it taken back where somebody else has done so meanwhile.
  await openPayouts(page, 'state=prepared');
  await tickAll(page);
  await ask(
    product,
    `update payouts set state = 'withdrawn', settled_by = prepared_by, settled_at = now() where state = 'prepared' and cents = 7000`,
  );
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await confirm(page, 'Withdraw', 'Not to be paid yet');
  await expect(page.getByText('Nothing was withdrawn. Left out: 1.')).toBeVisible();
  await takeAway(product);
  // A few are named.
  await put(product, ['partner@example.com', 'partner@example.com', 'partner@example.com', 'partner@example.com']);
  await ask(product, `update payouts set prepared_by = ${of('partner@example.com')} where cents = 7000`);
  await openPayouts(page, 'state=prepared');
  await tickAll(page);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await agree(page, 'Release');
  await expect(
    page.getByText(`${partner} waits: its partner is suspended. More that wait: 1. What waits can be withdrawn.`),
  ).toBeVisible();
  await set('active');
  await takeAway(product);
});

test("a partner's terms are proposed and confirmed beside its payout, and what is wrong with them is said at its field", async ({
  page,
  product,
}) => {
  await signIn(page, product, admin);
  const [partner] = await put(product, ['partner2@example.com']);
  await openPayouts(page, 'state=prepared');
  await page.getByRole('link', { name: partner! }).click();
  const detail = detailOf(page);
  await expect(detail).toBeVisible();
  const { search } = new URL(page.url());
  await expectOnEveryWidth(page, search.slice(1), 'payout', () => detail, openPayouts);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(detail.locator('dl').last()).toHaveText('TierstandardPaid out from$50.00');
  await detail.getByRole('button', { name: 'Change terms' }).click();
  const sheet = page.getByRole('dialog', { name: "The partner's terms" });
  const [tier, minimum] = [sheet.getByLabel('Tier'), sheet.getByRole('textbox', { name: 'Paid out from' })];
  await tier.fill('');
  await minimum.fill('');
  await sheet.getByLabel('Reason').fill('Agreed with the hotel');
  const send = sheet.getByRole('button', { name: 'Confirm' });
  await send.click();
  await expect(sheet.getByText('Please say the tier.')).toBeVisible();
  await expect(sheet.getByText('Please say from how many dollars on.')).toBeVisible();
  await tier.fill('gold');
  await minimum.fill('75.50');
  expectErrors(page, '409 /api/admin/organisations/*');
  await send.click();
  await expect(sheet.getByText('There is no rate card of the tier gold yet.')).toBeVisible();
  await expectAccessible(page);
  await tier.fill('standard');
  await send.click();
  await expect(page.getByText('The terms are proposed, and wait to be confirmed.')).toBeVisible();
  await expect(detail.locator('dl').last()).toHaveText('TierstandardPaid out from$50.00');
  await proposedByAnother(product, 'partner@example.com');
  await page.reload();
  await expect(detail.getByRole('listitem').filter({ hasText: 'Terms of' })).toContainText('Agreed with the hotel');
  await expectOnEveryWidth(page, search.slice(1), 'payout-terms-wait', () => detail, openPayouts);
  await page.setViewportSize({ width: 1280, height: 900 });
  await detail.getByRole('button', { name: /^Confirm Terms of/ }).click();
  await agree(page, 'Confirm this');
  await expect(page.getByText(`The terms of ${partner} are set.`)).toBeVisible();
  await expect(detail.locator('dl').last()).toHaveText('TierstandardPaid out from$75.50');
  await detail.getByRole('link', { name: 'Monthly statement' }).click();
  await expect(page.getByText(new RegExp(`^${partner}, \\w+ \\d{4}: .* is owed\\.$`))).toBeVisible();
  await ask(product, 'update organisations set minimum_payout_cents = 5000');
  await takeAway(product);
});

test('of more than 10,000 payouts the list says so', async ({ page, product }) => {
  await signIn(page, product, admin);
  await ask(
    product,
    `insert into payouts (organisation_id, run_id, cents, state, prepared_by, prepared_at, settled_by, settled_at)
      select o.id, gen_random_uuid(), 1, 'withdrawn', u.id, now(), u.id, now() from generate_series(1, 10001),
        (select id from organisations where kind = 'partner' order by id limit 1) o, users u where u.email = $1`,
    [admin],
  );
  await openPayouts(page, 'state=withdrawn');
  await expect(page.getByText('More than 10,000 payouts found.')).toBeVisible();
  await ask(product, 'delete from payouts where cents = 1');
});
