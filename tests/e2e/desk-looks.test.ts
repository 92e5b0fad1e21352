import { ask } from './database.ts';
import { expectOnEveryWidth, openSection } from './desk-pages.ts';
import { addDeskRows } from './desk-rows.ts';
import { admin } from './desk-work.ts';
import { expect } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

/** A product of its own: how many rows a list has is told here alone. */
const test = withOwnProduct();

/** So many pieces of long work and of unreadable news. */
async function addWork(product: Product, count: number): Promise<void> {
  await ask(
    product,
    `insert into long_work (asked_by, kind, parameters, mail_when_done, created_at, state, done_steps)
      select id, 'scans-export', '{"from":"2026-11-01","to":"2026-11-02"}', false, now() - n * interval '1 minute', 'waiting', n % 9
      from users, generate_series(1, $1::int) n where email = '${admin}'`,
    [count],
  );
  await ask(
    product,
    `insert into inbox (source, received_at, headers, body, digest, state, attempts, problem, settled_at)
      select 'demo', now() - n * interval '1 minute', '{"content-type":"application/json"}', 'x', '', 'unreadable', 1, 'it is no JSON', now()
      from generate_series(1, $1::int) n`,
    [count],
  );
}

const lists = {
  access: '/security/access?search=rows.example',
  quality: '/security/quality?search=Rows',
  work: '/security/work',
  letters: '/security/work?list=dead-letters',
  news: '/security/work?list=news',
};

for (const count of [0, 1, 40, 10_000])
  test(`each list of the desk of security is of use on every width, in both themes, with ${count} rows`, async ({
    page,
    product,
  }) => {
    test.slow();
    await signIn(page, product, admin);
    await ask(
      product,
      `delete from long_work; delete from inbox; delete from jobs.job where name like '%-dead'; delete from faults;
        delete from profiles using users where users.id = user_id and email like '%@rows.example';
        delete from users where email like '%@rows.example'`,
    );
    await addDeskRows(product, count);
    await addWork(product, count);
    const rows = page.locator('a[data-row]');
    for (const [name, address] of Object.entries(lists)) {
      // What is shown follows the width and the theme by itself.
      await openSection(page, address);
      await expect(rows).toHaveCount(Math.min(count, 50));
      const shown = () => (count === 0 ? page.getByRole('heading', { level: 2 }).first() : rows.first());
      await expectOnEveryWidth(page, address, `looks-${name}-${count}`, shown, async () => {});
      if (count === 0 || (name !== 'quality' && name !== 'letters')) continue;
      await page.setViewportSize({ width: 1280, height: 900 });
      const lines = await page
        .locator(
          'td:is([data-label="First seen"], [data-label="Last seen"], [data-label="Came"], [data-label="Given up"]) > div',
        )
        .evaluateAll((cells) =>
          cells.map((cell) =>
            Math.round(cell.getBoundingClientRect().height / parseFloat(getComputedStyle(cell).lineHeight)),
          ),
        );
      expect(Math.max(...lines), 'a day and its time').toBeLessThanOrEqual(2);
    }
  });
