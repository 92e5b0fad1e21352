import type { Page } from '@playwright/test';
import { ask } from './database.ts';
import { test as base, expect, ready } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';
import { signIn } from './session.ts';

/** The demo as `npm start` begins it, once its ninety days have passed: minutes, and more of them on a crowded machine. */
const test = base.extend<Record<never, never>, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => {
      const product = await startProduct({ DEMO_DATA: 'on' });
      const isLivedIn = async () =>
        (await ask(product, `select from daily_runs where name = 'demo history' and last_day >= current_date - 1`))
          .length;
      await expect.poll(isLivedIn, { timeout: 600_000, intervals: [1_000] }).toBe(1);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 660_000 },
  ],
});

/** Opens a screen and finds all of this on it, and none of the words that a screen without content has. */
async function shows(page: Page, path: string, ...texts: (string | RegExp)[]): Promise<void> {
  await page.goto(path);
  await ready(page);
  const main = page.getByRole('main');
  // A choice that is not chosen has the same words, and is not seen.
  for (const text of texts) await expect(main.getByText(text).filter({ visible: true }).first()).toBeVisible();
  await expect(main.getByText(/^(Nothing|Nobody|No) .*( yet| here| reported| in this time| work)$/)).toHaveCount(0);
}

test('the demo’s traveler has bookings in every state, a ticket, saved places and a history', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'traveler@example.com');
  await shows(
    page,
    '/dashboard?tab=activity',
    'Kaiona Hotel Waikīkī',
    'Kaiona North Shore Lodge',
    'After the beach, before four.',
  );
  await shows(page, '/saved', 'Kaʻala Shave Ice & Bean Store', 'Take the small umbrellas.');
  await shows(page, '/analytics', 'Places visited', 'Bookings by status');
  await shows(page, '/analytics?tab=history', 'Kaiona Hotel Waikīkī');
  await shows(page, '/bookings', 'Pending', 'Confirmed', 'Completed', 'Cancelled', '$150.00');
  const kayaks = page.getByRole('article').filter({ hasText: 'Kahana Bay Kayaks' });
  await kayaks.getByRole('button', { name: 'View Ticket' }).click();
  await expect(page.getByRole('dialog').getByText('77190042').first()).toBeVisible();
  await page.keyboard.press('Escape');
  // Of two that are over one is reviewed.
  const over = page.getByRole('article').filter({ hasText: 'Completed' });
  await expect(over).toHaveCount(2);
});

test('another traveler has days of their own, on another island', async ({ page, product }) => {
  await signIn(page, product, 'traveler2@example.com');
  await shows(page, '/dashboard?tab=activity', 'Kaiona Hotel Wailea', 'Second Cup of Morning, Pāʻia');
  await shows(page, '/saved', 'Saturday, before nine.');
  await shows(page, '/bookings', 'Nāpili Sunset Sail', 'The Slow Road to Hāna');
  await shows(page, '/analytics', 'Places visited');
});

for (const [email, organisation, home] of [
  ['partner@example.com', 'Kaiona Hotels', 'Profile, passkeys and devices'],
  ['partner2@example.com', 'Four Breezes Cottages', 'Profile, passkeys and devices'],
  ['advertiser@example.com', 'Trade Wind Experiences', 'Your listings'],
] as const) {
  test(`${email} is at home, and is shown nothing that is not theirs`, async ({ page, product }) => {
    await signIn(page, product, email);
    await shows(page, '/dashboard', home);
    await shows(page, '/dashboard?tab=profile', organisation);
  });
}

test('the advertiser has listings, campaigns, results and invoices, and the administrator what to decide of them', async ({
  page,
  product,
}) => {
  test.slow();
  await signIn(page, product, 'advertiser@example.com');
  await shows(
    page,
    '/dashboard',
    'Star Canoe Evenings',
    'Draft',
    'Submitted',
    'Declined',
    'Paused',
    'Change submitted',
  );
  await page.getByRole('link', { name: 'Star Canoe Evenings' }).click();
  const about = page.getByRole('region', { name: 'About this listing' });
  await expect(about.locator('img')).toHaveAttribute('src', /^\/listing-pictures\//);
  await about.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('img', { name: /Stars above the harbor/ })).toBeVisible();
  // From the editor the way leads on as it does from the list.
  await page.getByRole('main').getByRole('link', { name: 'Results', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'By campaign' })).toBeVisible();
  await shows(page, '/campaigns', 'Running', 'Draft', 'Paused', 'Ended', 'To come');
  const [counted] = await ask<{ impressions: string; cents: string }>(
    product,
    `select sum(impressions)::text as impressions, sum(cents)::int - (select coalesce(sum(cents), 0)::int from ledger_entries where kind = 'credit') as cents
    from campaign_days where day > (now() at time zone 'Pacific/Honolulu')::date - 90`,
  );
  const sums = [Number(counted!.impressions).toLocaleString('en-US'), `$${(Number(counted!.cents) / 100).toFixed(2)}`];
  await shows(page, '/campaigns/results?range=90d', ...sums, 'Kaiona Hotel Waikīkī', 'Without a campaign');
  await shows(page, '/campaigns/invoices', 'Invoice 1', 'Invoice 2', 'Paid', 'To be paid');
  await signIn(page, product, 'admin@example.com');
  await shows(page, '/dashboard', 'Listings to review: 2');
  await shows(page, '/content/proposals', 'Keʻanae Taro Supper', 'Approved', 'Declined', 'Submitted');
  await shows(page, '/campaigns', 'Trade Wind Experiences', 'Running');
  await shows(page, '/campaigns/results?range=90d', ...sums);
  await shows(page, '/campaigns/invoices', 'Trade Wind Experiences', 'To be paid');
});

test('a guest finds one card labelled as sponsored in a place of the demo', async ({ page }) => {
  await page.goto('/location/1');
  await ready(page);
  const card = page.getByRole('article').filter({ has: page.getByText('Sponsored', { exact: true }) });
  await expect(card).toHaveCount(1);
  await card.getByRole('button', { name: /Read more/ }).click();
  await expect(card.getByText('A few', { exact: true })).toBeVisible();
  await expect(card.getByText('Meeting point on a map')).toBeVisible();
});

test('the administrator finds work of ninety days on every desk', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await shows(page, '/dashboard?tab=stakeholders', 'Garden Lānai Coffee');
  const invited = page.getByRole('region', { name: 'Invitations' }).getByRole('listitem');
  for (const state of ['Waiting', 'Accepted', 'Expired', 'Revoked'])
    await expect(invited.getByText(state, { exact: true }).first()).toBeVisible();
  const [{ bookings, users }] = (await ask<{ bookings: number; users: number }>(
    product,
    'select (select count(*)::int from bookings) as bookings, (select count(*)::int from users) as users',
  )) as [{ bookings: number; users: number }];
  await shows(page, '/bookings', String(bookings));
  const inRows = async (...texts: string[]) => {
    for (const text of texts) await expect(page.locator('tbody').getByText(text).first()).toBeVisible();
  };
  await shows(page, '/bookings?view=inquiries', 'Makawao Woodturners');
  await inRows('Open', 'Dismissed', 'Resolved');
  await shows(page, '/bookings?view=reviews', /^\d of 5: /);
  await inRows('Visible');
  await shows(page, '/bookings?view=reviews&hidden=true', /^\d of 5: /);
  await inRows('Hidden');
  await shows(page, '/security/access', `${users} accounts. Every change is kept in the audit log.`);
  await shows(page, '/security/access?state=suspended', 'lottery-desk-1@example.com');
  await shows(page, '/security/quality', 'Faults that are open: 2. Every change is kept in the audit log.', /quota/);
  await shows(page, '/security/work', 'Export of scans', 'Suspension of accounts');
  await shows(page, '/security/work?list=news', 'it is no JSON');
  await shows(page, '/security/embedded-pages', 'morningtable.example');
});

test('an address in a narrow column breaks before its sign alone', async ({ page, product }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, product, 'admin@example.com');
  await page.goto('/money/reconcile');
  await ready(page);
  const by = page.locator('td[data-label="By"]').first();
  await expect(by).toHaveText('admin@example.com');
  const lines = await by.evaluate((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const found: [string, number][] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      found.push([range.toString(), range.getClientRects().length]);
    }
    return found;
  });
  expect(lines).toEqual([
    ['admin', 1],
    ['@example.com', 1],
  ]);
});

/** As a screen writes an amount of dollars that is not below zero. */
const dollars = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);

/** Finds a row of a desk's list that says all of this. */
async function inRow(page: Page, ...texts: string[]): Promise<void> {
  const row = texts.reduce((rows, hasText) => rows.filter({ hasText }), page.locator('tbody tr'));
  await expect(row.first(), texts.join(', ')).toBeVisible();
}

/** What stands on the accounts of partners by the entries alone. */
const accountsOf = (product: Product) =>
  ask<{ id: number; partner: string; state: string; cents: number }>(
    product,
    `select a.id, o.name as partner, a.state, sum(case when a.id = e.to_account then e.cents else -e.cents end)::int as cents
      from ledger_entries e join ledger_accounts a on a.id in (e.from_account, e.to_account)
      join organisations o on o.id = a.organisation_id where o.kind = 'partner' group by 1, 2, 3 order by 1`,
  );
const sumOf = (accounts: Awaited<ReturnType<typeof accountsOf>>, of: string) =>
  accounts.reduce((sum, { state, cents }) => sum + (state === of ? cents : 0), 0);

test('partners were paid, and some commissions held: the desks say what the ledger’s entries come to', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin@example.com');
  const accounts = await accountsOf(product);
  const payouts = await ask<{ partner: string; cents: number; state: string }>(
    product,
    `select o.name as partner, cents::int, initcap(p.state) as state from payouts p join organisations o on o.id = organisation_id`,
  );
  const inState = (state: string) => payouts.filter((one) => one.state === state);
  const sum = (of: typeof payouts) => of.reduce((cents, one) => cents + one.cents, 0);
  const [waiting, released] = [inState('Prepared'), inState('Released')];
  expect(sum(waiting)).toBe(sumOf(accounts, 'in_payout'));
  expect(sum(released)).toBe(sumOf(accounts, 'paid'));
  expect([waiting.length > 0, released.length > 0, inState('Withdrawn').length]).toEqual([true, true, 1]);
  const partners = waiting.length === 1 ? '1 partner' : `${waiting.length} partners`;
  await shows(page, '/money/payouts', `${dollars(sum(waiting))} to be released, for ${partners}.`);
  for (const { partner, cents, state } of payouts) await inRow(page, partner, dollars(cents), state);

  const held = sumOf(accounts, 'held');
  expect(held).toBeGreaterThan(0);
  await shows(page, '/money/holds', `On hold: 1 booking, ${dollars(held)} for partners.`);
  await inRow(page, 'Own account', 'On hold', dollars(held), 'ikaika.concierge@example.com');
  await inRow(page, 'Impossible travel', 'Released', 'celia.moreno@example.com');
  await inRow(page, 'Paid traffic', 'Voided', 'brooke.tanner@example.com');
  // Of a usual width all of it is in sight.
  await page.setViewportSize({ width: 1280, height: 900 });
  const table = page.locator('section:has(> table)');
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const rules = page.getByRole('region', { name: 'How often each rule was right' });
  for (const counted of [
    'Own account: 1 held, 1 open, 0 released, 0 voided',
    'Impossible travel: 1 held, 0 open, 1 released, 0 voided',
    'Paid traffic: 1 held, 0 open, 0 released, 1 voided',
  ])
    await expect(rules).toContainText(counted);
  await page.locator('tbody tr').filter({ hasText: 'Voided' }).getByRole('link').click();
  const hold = page.getByRole('region', { name: 'About this hold' });
  await expect(hold).toContainText('Our terms pay nothing for that.');
  await expect(hold).toContainText('gclid');

  const [{ all }] = (await ask<{ all: number }>(product, 'select count(*)::int as all from ledger_accounts')) as [
    { all: number },
  ];
  await shows(page, '/money/ledger', `${all} accounts. All accounts together come to $0.00, as they must.`);
  const states = { payable: 'Payable', in_payout: 'In a payout', paid: 'Paid', held: 'On hold' };
  await page.goto('/money/ledger?search=Kaiona');
  await ready(page);
  for (const [state, word] of Object.entries(states)) {
    const { cents } = accounts.find((one) => one.partner === 'Kaiona Hotels' && one.state === state)!;
    await inRow(page, `Kaiona Hotels, ${word}`, dollars(cents));
  }
});

test('a partner’s statements say, month after month, what the ledger’s entries come to', async ({ page, product }) => {
  await signIn(page, product, 'partner@example.com');
  const months = await ask<{ id: string; month: string; owed: number; paid: number; bookings: number }>(
    product,
    `with moved as (
      select a.organisation_id as id, to_char(e.posted_at at time zone 'Pacific/Honolulu', 'YYYY-MM') as month, a.state,
        case when a.id = e.to_account then e.cents else -e.cents end as cents,
        case when a.state = 'paid' or other.state not in ('payable', 'in_payout') then e.booking_id end as booking_id
      from ledger_entries e join ledger_accounts a on a.id in (e.from_account, e.to_account)
      join ledger_accounts other on other.id = e.from_account + e.to_account - a.id
      join organisations o on o.id = a.organisation_id join users u on u.id = o.owner_id
      where a.state in ('payable', 'in_payout', 'paid') and u.email = 'partner@example.com'
    )
    select id, month, coalesce(sum(cents) filter (where state <> 'paid'), 0)::int as owed,
      coalesce(sum(cents) filter (where state = 'paid'), 0)::int as paid, count(distinct booking_id)::int as bookings
    from moved group by 1, 2 order by 2`,
  );
  expect(months.length).toBeGreaterThan(1);
  expect(Math.max(...months.map(({ paid }) => paid))).toBeGreaterThan(0);
  const sum = async (name: string) => {
    const told = page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');
    return Math.round(Number((await told.innerText()).replace(/[$,]/g, '')) * 100);
  };
  let closing = 0;
  for (const [at, { id, month, owed, paid, bookings }] of months.entries()) {
    await shows(page, `/money/statement?organisation=${id}&month=${month}`, `${dollars(closing + owed)} is owed.`);
    await expect(page.locator('tbody tr')).toHaveCount(bookings);
    const earned = (await sum('Became payable')) + (await sum('Asked back'));
    const isOver = at < months.length - 1;
    const told = { opening: await sum('Owed when the month began'), earned, paid: await sum('Paid out') };
    expect({ month, ...told }).toEqual({ month, opening: closing, earned: owed + paid, paid: 0 - paid });
    closing += owed;
    if (isOver) expect(await sum('Owed when the month ended'), month).toBe(closing);
  }
});

test('what platforms stated and told stands on their desks as the rows have it', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  // The newest month that FareHarbor stated whole, and what the entries say that it owes for it.
  const [stated] = await ask<{ month: string; cents: number; file: string }>(
    product,
    `with newest as (
      select file_name, substring(file_name from 'fareharbor-([0-9]{4}-[0-9]{2})-') as month from statement_imports
        where state = 'applied' and file_name like 'fareharbor-%' order by created_at desc limit 1)
    select newest.month, newest.file_name as file,
      sum(case when a.id = e.from_account then e.cents else -e.cents end)::int as cents
    from newest join commissions c on to_char(c.travel_day, 'YYYY-MM') = newest.month
      join platform_bookings p on p.booking_id = c.booking_id and p.platform = 'fareharbor' and p.match_kind <> 'evidence'
      join ledger_entries e on e.booking_id = c.booking_id
      join ledger_accounts a on a.id in (e.from_account, e.to_account) and a.kind = 'platform' and a.state <> 'estimated'
    group by 1, 2`,
  );
  expect(stated!.cents).toBeGreaterThan(0);
  await shows(page, '/money/reconcile', 'Statements not applied yet: 0.');
  await page.goto(`/money/reconcile?search=${stated!.file}`);
  await ready(page);
  await inRow(page, stated!.file, 'Applied', 'FareHarbor');
  await page.goto('/money/reconcile?list=months');
  await ready(page);
  await inRow(page, `FareHarbor, ${stated!.month}`, dollars(stated!.cents), '$0.00');

  const [told] = await ask<Record<'proposed' | 'unmatched' | 'unreadable', number>>(
    product,
    `select (select count(*)::int from platform_bookings where state = 'proposed') as proposed,
      (select count(*)::int from platform_bookings where state = 'unmatched') as unmatched,
      (select count(*)::int from inbox where state = 'unreadable') as unreadable`,
  );
  const { proposed, unmatched, unreadable } = told!;
  expect(unreadable).toBe(2);
  const sentence = `To be decided: ${proposed}. Nobody’s yet: ${unmatched}. Unreadable messages: ${unreadable}.`;
  await shows(page, '/money/news', sentence);
  await shows(page, '/money/news?list=messages&state=unreadable', sentence);
  await expect(page.locator('tbody tr')).toHaveCount(unreadable);

  const [card] = await ask<{ tier: string; share: string }>(
    product,
    `select tier, (partner_share * 100)::float::text || '%' as share from rate_cards`,
  );
  await shows(page, '/money/rate-cards', `Of what is booked today partners earn: ${card!.tier} ${card!.share}.`);
  await inRow(page, card!.tier, card!.share, 'In force');
});

test('nobody invented was sent a mail', async ({ product }) => {
  const people = /^(traveler2?|partner2?|advertiser|admin)@example\.com$/;
  expect(product.mail.messages.filter(({ to }) => !people.test(String(to)))).toEqual([]);
});
