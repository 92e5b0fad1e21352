import type { Page } from '@playwright/test';
import { hawaiiDay } from '../../contract/hawaii-time.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { confirm, expectOnEveryWidth } from './desk-pages.ts';
import { addDevice, addPasskey } from './device-passkeys.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { admin, agree, placeOf, setRole } from './payouts-world.ts';
import { signIn, signInTraveler } from './session.ts';

/** A product of its own: nobody else's administrators are counted here, and nothing else waits. */
const test = withOwnProduct();

const second = 'second@rates.example';
const partner = 'partner2@example.com';
const waitingOf = (page: Page) => page.getByRole('region', { name: 'Waiting to be confirmed' });
const confirmOf = (page: Page) => page.getByRole('button', { name: /^Confirm (Rate|Terms)/ });

async function openCards(page: Page, query = ''): Promise<void> {
  await page.goto(`/money/rate-cards?${query}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rate cards');
}

async function openTerms(page: Page, id: string) {
  await page.goto(`/money/statement?organisation=${id}`);
  await ready(page);
  const terms = page.getByRole('region', { name: "The partner's terms" });
  await expect(terms).toBeVisible();
  return terms;
}

async function proposeCard(page: Page, tier: string): Promise<void> {
  await openCards(page, 'new=rate-card');
  const form = page.getByRole('region', { name: 'Propose a rate card' });
  await form.getByLabel('Tier').fill(tier);
  await form.getByLabel("Partner's share, in percent").fill('20');
  await form.getByLabel('For bookings from').fill('2099-12-24');
  await form.getByLabel('Reason').fill('Agreed with the hotels');
  await form.getByRole('button', { name: 'Propose it' }).click();
  await expect(
    page.getByText(`The rate card of the tier ${tier} is proposed, and waits to be confirmed.`),
  ).toBeVisible();
}

async function proposeTerms(page: Page, id: string, minimum: string, said: string): Promise<void> {
  const terms = await openTerms(page, id);
  await terms.getByRole('button', { name: 'Change terms' }).click();
  const sheet = page.getByRole('dialog', { name: "The partner's terms" });
  await sheet.getByRole('textbox', { name: 'Paid out from' }).fill(minimum);
  await confirm(page, "The partner's terms", 'Agreed by letter');
  await expect(page.getByText(said)).toBeVisible();
}
const proposed = 'The terms are proposed, and wait to be confirmed.';

test('a card and terms that one administrator proposes hold once another one has confirmed them', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const { id, partner: name } = await placeOf(product, partner);
  const other = await elsewhere();
  const device = await addDevice(other);
  await signInTraveler(other, product, second, { fresh: true });
  await setRole(product, second, 'admin');
  await addPasskey(other);
  await other.context().clearCookies();
  await signIn(other, product, second, { fresh: true });

  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openCards(page);
  await expect(waitingOf(page).getByText('Nothing waits.')).toBeVisible();
  await proposeCard(page, 'hale');
  await expect(page.getByText('1 change waits to be confirmed.')).toBeVisible();
  const card = waitingOf(page).getByRole('listitem').filter({ hasText: 'Rate card hale' });
  await expect(card).toContainText('Rate card hale: 20% of what is booked from Dec 24, 2099 on');
  await expect(card).toContainText(`Agreed with the hotelsProposed by ${admin}`);
  await expect(card).toContainText('You proposed this yourself. Another one who was an administrator then');
  await expect(confirmOf(page)).toHaveCount(0);
  // It is no card yet.
  await expect(page.getByRole('row').filter({ hasText: 'hale' })).toHaveCount(0);

  await proposeTerms(page, id, '20.50', proposed);
  const terms = page.getByRole('region', { name: "The partner's terms" });
  await expect(terms.locator('dl')).toHaveText('TierstandardPaid out from$50.00');
  await expect(terms.getByRole('heading', { name: 'Waiting to be confirmed' })).toBeVisible();
  await expect(terms.getByRole('listitem')).toContainText(
    `Terms of ${name}: tier standard, paid out from $20.50Until then: tier standard, paid out from $50.00.`,
  );
  await expectOnEveryWidth(
    page,
    `/money/statement?organisation=${id}`,
    'terms-wait',
    () => terms,
    async (at, to) => {
      await at.goto(to);
      await ready(at);
    },
  );
  await openCards(page);
  await expect(page.getByText('2 changes wait to be confirmed.')).toBeVisible();
  await expectOnEveryWidth(page, '', 'rate-changes', () => page.getByText('2 changes wait'), openCards);

  // The other one is asked for the passkey, and without it nothing is confirmed.
  await other.setViewportSize({ width: 390, height: 844 });
  await openCards(other);
  await expect(confirmOf(other)).toHaveCount(2);
  await other.screenshot({ path: 'test-results/rate-changes-to-confirm-390.png', fullPage: true });
  await ask(product, `update sessions set confirmed_until = null from users u where u.id = user_id and u.email = $1`, [
    second,
  ]);
  await device.say('no');
  expectErrors(other, '403 /api/*');
  await other.getByRole('button', { name: /^Confirm Rate card hale/ }).click();
  await expect((await agree(other, 'Confirm this')).getByText('your device did not confirm')).toBeVisible();
  await expectAccessible(other);
  await device.say('yes');
  const sheet = await agree(other, 'Confirm this');
  await expect(
    other.getByText('The rate card of the tier hale is confirmed: it holds from Dec 24, 2099 on.'),
  ).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await expect(other.getByText('1 change waits to be confirmed.')).toBeVisible();
  await other.setViewportSize({ width: 1280, height: 900 });
  const row = other.getByRole('row').filter({ hasText: 'hale' });
  await expect(row.locator('[data-label="Standing"]')).toHaveText('To come');
  await expect(row.locator('[data-label="Proposed by"]')).toHaveText(admin);
  await row.getByRole('link').first().click();
  await expect(other.getByRole('region', { name: 'About this rate card' }).locator('dl')).toContainText(
    `Proposed by${admin}Confirmed by${second}`,
  );

  const theirs = await openTerms(other, id);
  await confirmOf(other).click();
  await expect(
    other.getByRole('dialog').getByText('What is booked already keeps its share and its holding period.'),
  ).toBeVisible();
  await agree(other, 'Confirm this');
  await expect(other.getByText(`The terms of ${name} are set.`)).toBeVisible();
  await expect(theirs.locator('dl')).toHaveText('TierstandardPaid out from$20.50');
  await expect(theirs.getByRole('listitem')).toHaveCount(0);
  await openCards(other);
  await expect(waitingOf(other).getByText('Nothing waits.')).toBeVisible();
  await proposeTerms(page, id, '20.50', 'These terms hold already.');
});

test('what stands in the way of a confirmation is said beside what waits, and it can be withdrawn', async ({
  page,
  product,
}) => {
  test.slow();
  const { id, partner: name } = await placeOf(product, partner);
  const [people] = await ask<{ owner: string; admin: string }>(
    product,
    `select (select id from users where email = $1) as owner, (select id from users where email = $2) as admin`,
    [partner, admin],
  );
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await proposeTerms(page, id, '33.00', proposed);
  const change = (set: string, values: unknown[] = []) =>
    ask(product, `update rate_changes set ${set} where state = 'proposed'`, values);
  const wait = async (words: string, buttons: number) => {
    await openCards(page);
    const item = waitingOf(page).getByRole('listitem');
    await expect(item).toContainText(words);
    await expect(item.getByRole('button')).toHaveCount(buttons);
  };
  // As if another one had proposed it.
  await change('proposed_by = $1', [people!.owner]);
  await openCards(page);
  await expect(confirmOf(page)).toBeVisible();
  await change(`admins = '{}'`);
  await wait('You were no administrator yet when this was proposed.', 1);
  await change('admins = array[$1::uuid]', [people!.admin]);
  await ask(
    product,
    `insert into members (organisation_id, kind, user_id, standing, permissions) values ($1, 'partner', $2, 'staff', '{}')`,
    [id, people!.admin],
  );
  const ofThem = 'You are of this partner, or were in the last 30 days. Other administrators decide about it.';
  await wait(ofThem, 0);
  await ask(product, 'delete from members where user_id = $1', [people!.admin]);
  await wait(ofThem, 0);
  await ask(product, `update past_members set until = until - interval '31 days' where user_id = $1`, [people!.admin]);
  // Others came to hold while the sheet was open.
  await openCards(page);
  await confirmOf(page).click();
  await ask(product, 'update organisations set minimum_payout_cents = 4400 where id = $1', [id]);
  expectErrors(page, '409 /api/admin/rate-changes/*');
  await expect(
    (await agree(page, 'Confirm this')).getByText('What holds has changed since this was proposed.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(waitingOf(page).getByText(/since this was proposed\. Withdraw it/)).toBeVisible();
  await wait('Withdraw it, and propose it anew.', 1);
  // What was to be replaced does not hold until then any more.
  await wait('What held when this was proposed: tier standard, paid out from $', 1);
  await page.getByRole('button', { name: /^Withdraw Terms/ }).click();
  await expect(page.getByRole('dialog').getByText('It will not hold.')).toBeVisible();
  const sheet = page.getByRole('dialog', { name: `Withdraw terms of ${name}` });
  await sheet.getByLabel('Reason').fill('Not what was agreed');
  await expect(sheet.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('It is withdrawn.')).toBeVisible();
  await expect(waitingOf(page).getByText('Nothing waits.')).toBeVisible();
  const terms = await openTerms(page, id);
  await expect(terms.locator('dl')).toHaveText('TierstandardPaid out from$44.00');

  // A card whose day came while it waited holds from tomorrow on.
  await ask(
    product,
    `insert into rate_changes (tier, partner_share, effective_from, reason, proposed_by, proposed_at, had_another)
      values ('slow', 0.125, '2026-01-02', 'Nobody looked', $1, now(), true)`,
    [people!.owner],
  );
  const shown = (day: string) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
  const from = shown(hawaiiDay(new Date(Date.now() + 86_400_000)));
  await wait(`It was asked for from Jan 2, 2026 on. Confirmed today it holds from ${from} on.`, 2);
  await confirmOf(page).click();
  await agree(page, 'Confirm this');
  await expect(page.getByText(`The rate card of the tier slow is confirmed: it holds from ${from} on.`)).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'slow' });
  await expect(row.locator('[data-label="For bookings from"]')).toHaveText(from);
});

test('an administrator alone confirms what they propose', async ({ page, product }) => {
  await setRole(product, second, 'traveler');
  await ask(product, 'update profiles set admin_until = null');
  await signIn(page, product, admin);
  await proposeCard(page, 'alone');
  await page.getByRole('button', { name: /^Confirm Rate card alone/ }).click();
  await agree(page, 'Confirm this');
  await expect(page.getByText('The rate card of the tier alone is confirmed')).toBeVisible();
  // It waits no more, and nothing says so beside that.
  await expect(page.getByText('is proposed, and waits to be confirmed.')).toHaveCount(0);
  await proposeCard(page, 'regretted');
  await page.getByRole('button', { name: /^Withdraw Rate card regretted/ }).click();
  const regretted = page.getByRole('dialog', { name: 'Withdraw rate card regretted' });
  await regretted.getByLabel('Reason').fill('Too much');
  await regretted.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('It is withdrawn.')).toBeVisible();

  const { id, partner: name } = await placeOf(product, partner);
  await proposeTerms(page, id, '61.00', proposed);
  await confirmOf(page).click();
  await agree(page, 'Confirm this');
  await expect(page.getByText(`The terms of ${name} are set.`)).toBeVisible();
  await expect(page.getByText(proposed)).toHaveCount(0);
  await proposeTerms(page, id, '62.00', proposed);
  await page.getByRole('button', { name: /^Withdraw Terms/ }).click();
  const sheet = page.getByRole('dialog', { name: /^Withdraw/ });
  await sheet.getByLabel('Reason').fill('Not what was agreed');
  await sheet.getByRole('button').last().click();
  await expect(page.getByText('It is withdrawn.')).toBeVisible();
  await expect(page.getByText(proposed)).toHaveCount(0);
});
