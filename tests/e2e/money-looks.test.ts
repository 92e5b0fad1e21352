import type { Browser } from '@playwright/test';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { admin, earnBy, placeOf } from './payouts-world.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const count = 40;
/** A word without an end, as some fish are called: every seventh row has it. */
const endless = 'Humuhumunukunukuāpuaʻa';

/** So many bookings that platforms told of, statements, holds of a booking with their decisions, accounts, and entries. */
async function addRows(product: Product, booking: string): Promise<void> {
  await ask(
    product,
    `insert into platform_bookings (platform, supplier, reference, reference_keys, status, version, version_digest, first_news_at,
        last_news_at, state, item_name)
      select 'viator', 'rows', 'R-' || n, array['R' || n], 'confirmed', now(), 'x', now(), now() - n * interval '1 minute', 'unmatched',
        case when n % 7 = 0 then repeat($2, 3) else 'Walk ' || n end from generate_series(1, $1::int) n`,
    [count, endless],
  );
  await ask(
    product,
    `with map as (insert into statement_maps (platform, header_digest, columns, dates, decimals, created_by, created_at)
        select 'viator', sha256('rows'), '{}', 'month_first', 'point', id, now() from users where email = $2 returning id)
      insert into statement_imports (file_name, sha256, header, row_count, map_id, state, created_by, created_at, applied_at)
        select case when n % 7 = 0 then repeat($3, 3) else 'month-' || n || '.csv' end, sha256(('rows' || n)::bytea), '{a}', n, map.id,
          'applied', users.id, now(), now() from users, map, generate_series(1, $1::int) n where email = $2`,
    [count, admin, endless],
  );
  await ask(
    product,
    `insert into commission_holds (booking_id, rule, opened_at) select $2, 'by_hand_' || n, now() from generate_series(1, $1::int) n`,
    [count, booking],
  );
  await ask(
    product,
    `insert into ledger_accounts (kind, platform, state)
      select 'platform', case when n % 7 = 0 then repeat($2, 3) || n else 'rows' || n end, 'estimated' from generate_series(1, $1::int) n`,
    [count, endless],
  );
  await ask(
    product,
    `insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, cause)
      select now(), 'correction', from_account, to_account, 100, booking_id, 'by hand'
        from (select * from ledger_entries where booking_id = $2 order by id limit 1) e, generate_series(1, $1::int)`,
    [count, booking],
  );
}

interface Own {
  product: Product;
  /** A booking that has earned, and of which much has happened. */
  booking: string;
}

/** A product of its own: how many rows a list has is told here alone. */
const test = withOwnProduct().extend<Record<never, never>, Own>({
  booking: [
    async ({ product, browser }, use) => {
      const [desk, guest] = [await newPage(browser, product), await newPage(browser, product)];
      await signIn(desk, product, admin);
      const { code } = await placeOf(product, 'partner@example.com');
      const { id } = await earnBy(guest, desk, product, { code, amount: 1000 });
      await addRows(product, id);
      for (const page of [desk, guest]) await page.context().close();
      await use(id);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const newPage = async (browser: Browser, { url }: Product) =>
  await (await browser.newContext({ baseURL: url })).newPage();

const lists = {
  news: '/money/news?search=R-',
  reconcile: '/money/reconcile',
  holds: '/money/holds',
  ledger: '/money/ledger?sort=-made',
  explain: '/money/explain?booking=',
};

for (const [name, address] of Object.entries(lists))
  test(`the list of ${name} is of use on every width, in both themes, with 40 rows`, async ({
    page,
    product,
    booking,
  }) => {
    test.slow();
    await signIn(page, product, admin);
    await page.goto(name === 'explain' ? address + booking : address);
    await ready(page);
    const rows = name === 'explain' ? page.getByText('Share corrected') : page.locator('a[data-row]');
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(count);
    // What is shown follows the width and the theme by itself.
    await expectOnEveryWidth(
      page,
      address,
      `money-looks-${name}`,
      () => rows.first(),
      async () => {},
    );
  });
