import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { proposedByAnother } from './rate-changes.ts';
import { signIn } from './session.ts';

async function openCards(page: Page, query = ''): Promise<void> {
  await page.goto(`/money/rate-cards?${query}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rate cards');
}

/** What the list says of the newest card of a tier. */
const rowOf = (page: Page, tier: string) => page.getByRole('row').filter({ hasText: tier }).first();

test('a card is proposed for a day to come, and made once it is confirmed; what is in force, and how many experiences pay less, is what the database has', async ({
  page,
  product,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openCards(page);
  await expect(page.getByText('Of what is booked today partners earn: standard 15%.')).toBeVisible();
  const cards = await page.getByRole('row').count();
  await page.getByRole('link', { name: 'Propose a rate card' }).click();
  const form = page.getByRole('region', { name: 'Propose a rate card' });
  await form.getByLabel('Tier').fill('hale');
  await form.getByLabel("Partner's share, in percent").fill('17.25');
  await form.getByLabel('Holding period, in days').fill('30');
  await form.getByLabel('For bookings from').fill('2026-01-01');
  await form.getByLabel('Reason').fill('Agreed with the hotels');
  expectErrors(page, '400 /api/admin/rate-cards');
  await form.getByRole('button', { name: 'Propose it' }).click();
  const day = form.getByLabel('For bookings from');
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByText('A rate card holds for bookings from tomorrow on at the earliest').first()).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
  }
  await day.fill('2099-12-24');
  await form.getByRole('button', { name: 'Propose it' }).click();
  await expect(page.getByText('The rate card of the tier hale is proposed, and waits to be confirmed.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(cards);
  await proposedByAnother(product, 'partner@example.com');
  await page.reload();
  await page.getByRole('button', { name: /^Confirm Rate card hale/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Payable 30 days after travel. ');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The rate card of the tier hale is confirmed')).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('row')).toHaveCount(cards + 1);
  const [below] = await ask<{ n: number }>(
    product,
    'select count(*)::integer as n from listings where is_active and commission_rate < 0.1725',
  );
  expect(below!.n).toBeGreaterThan(0);
  const made = rowOf(page, 'hale');
  await expect(made.locator('[data-label="Partner\'s share"]')).toHaveText('17.25%');
  await expect(made.locator('[data-label="Holding period"]')).toHaveText('30 days after travel');
  await expect(rowOf(page, 'standard').locator('[data-label="Holding period"]')).toHaveText('14 days after travel');
  await expect(made.locator('[data-label="Standing"]')).toHaveText('To come');
  await expect(made.locator('[data-label="For bookings from"]')).toHaveText('Dec 24, 2099');
  await expect(made.locator('[data-label="Experiences that pay less"]')).toHaveText(below!.n.toLocaleString('en'));
  await expect(made.locator('[data-label="Proposed by"]')).toHaveText('partner@example.com');
  await expect(rowOf(page, 'standard').locator('[data-label="Proposed by"]')).toHaveText('The product itself');
  // A reason is read in a few lines where the table is wider than the screen, too.
  await page.setViewportSize({ width: 768, height: 1024 });
  const { height } = (await rowOf(page, 'standard').boundingBox())!;
  expect(height).toBeLessThan(110);
  await page.setViewportSize({ width: 1280, height: 900 });
  // What is to come changes nothing of today.
  await expect(page.getByText('Of what is booked today partners earn: standard 15%.')).toBeVisible();

  // A card that has come into force replaces the one before it.
  const card = (share: number, days: number) =>
    ask(
      product,
      `insert into rate_cards (tier, partner_share, effective_from, created_at, reason)
        values ('hale', $1, current_date - $2::int, now() - interval '20 days', 'By hand')`,
      [share, days],
    );
  await card(0.2, 9);
  await card(0.22, 3);
  await openCards(page);
  await expect(page.getByText('Of what is booked today partners earn: hale 22%, standard 15%.')).toBeVisible();
  const standings = page.getByRole('row').filter({ hasText: 'hale' }).locator('[data-label="Standing"]');
  await expect(standings).toHaveText(['In force', 'Replaced', 'To come']);
  await expectOnEveryWidth(page, '', 'rate-cards', () => page.getByText('hale 22%, standard 15%'), openCards);
  await expectOnEveryWidth(
    page,
    'new=rate-card',
    'rate-card-form',
    () => page.getByRole('button', { name: 'Propose it' }),
    openCards,
  );
});

test('an open card names the experiences that pay less than its share, and what the house adds to each', async ({
  page,
  product,
}) => {
  test.slow();
  // Other tests of this product import thousands.
  const further = await ask<{ id: number }>(
    product,
    `update listings set is_active = false where is_active and commission_rate < 0.15 and id not in (
       select id from listings where is_active and commission_rate < 0.15 order by commission_rate, name, id limit 8)
     returning id`,
  );
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openCards(page);
  const notice = page.getByText(/^Experiences that pay less than that, so that the house adds to it: .*standard \d+/);
  const [card] = await ask<{ id: number }>(product, `select min(id) as id from rate_cards where tier = 'standard'`);
  const below = await ask<{ id: number; name: string; rate: number }>(
    product,
    `select id, name, commission_rate::float as rate from listings where is_active and commission_rate < 0.15
      order by commission_rate, name, id`,
  );
  await expect(notice).toContainText(`standard ${below.length}`);
  await page.getByRole('row').filter({ hasText: 'standard' }).getByRole('link').first().click();
  const detail = page.getByRole('region', { name: 'About this rate card' });
  await expect(
    detail.getByRole('heading', { name: `${below.length} experiences pay less than this share` }),
  ).toBeVisible();
  const lines = detail.getByRole('listitem');
  const worded = below.map(({ name, rate }) => {
    const percent = Math.round(rate * 100);
    return `${name}Pays ${percent}%: of a booking of $100.00 the house adds $${15 - percent}.00.`;
  });
  await expect(lines).toHaveText(worded);
  const { search } = new URL(page.url());
  await expectOnEveryWidth(page, search.slice(1), 'rate-card', () => detail, openCards);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
  }

  // Once one of them pays enough, there is exactly one less of them.
  const [first, ...others] = below;
  const pay = (rate: number) =>
    ask(product, 'update listings set commission_rate = $2 where id = $1', [first!.id, rate]);
  await pay(0.15);
  await openCards(page, `open=${card!.id}`);
  await expect(notice).toContainText(`standard ${others.length}`);
  await expect(lines).toHaveText(worded.slice(1));
  await pay(0.3);
  await ask(product, 'update listings set is_active = false where commission_rate < 0.15');
  await openCards(page, `open=${card!.id}`);
  await expect(detail.getByText('Every experience pays as much as this share, or more.')).toBeVisible();
  for (const { id, rate } of below)
    await ask(product, 'update listings set is_active = true, commission_rate = $2 where id = $1', [id, rate]);
  await ask(product, 'update listings set is_active = true where id = any($1)', [further.map(({ id }) => id)]);
});
