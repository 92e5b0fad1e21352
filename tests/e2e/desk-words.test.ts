import { ask } from './database.ts';
import { expectFitsEveryWidth, expectOnEveryWidth, openSection } from './desk-pages.ts';
import { admin, clear, deadLetter, news, work } from './desk-work.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

/** A name as programs have them: hyphens and dots are no place to break at. */
const endless = 'kaiulani_humuhumunukunukuapuaa.'.repeat(6);

/** An account whose keys, browsers and organisation have such names. @returns its id */
async function account(product: Product): Promise<string> {
  const [{ id }] = (await ask<{ id: string }>(
    product,
    `insert into users (email, name) values ('endless@words.example', left($1, 90)) returning id`,
    [endless],
  )) as [{ id: string }];
  await ask(product, `insert into profiles (user_id, role) values ($1, 'partner')`, [id]);
  await ask(
    product,
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
      values ($1, 'words', '\\x00', 0, '{}', false, $2, now())`,
    [id, endless],
  );
  await ask(
    product,
    `insert into organisations (kind, name, owner_id) values ('partner', $2, $1)
      on conflict (kind, owner_id) do update set name = excluded.name`,
    [id, endless],
  );
  return id;
}

test('in what is open, words without a break leave nothing wider than the screen: accounts and faults', async ({
  page,
  product,
}) => {
  test.slow();
  await signIn(page, product, admin);
  const id = await account(product);
  await expectOnEveryWidth(page, `/security/access?search=words.example&open=${id}`, 'words-account', () =>
    page.getByRole('heading', { name: 'Passkeys' }),
  );
  await ask(product, "update organisations set name = 'Words' where owner_id = $1", [id]);

  const data = { error_id: 'words-1', message: endless, error_type: 'TypeError', stack: `${endless}\n${endless}` };
  const headers = { origin: product.url, 'user-agent': `Browser/${endless}` };
  expect((await page.request.post('/api/errors/track', { data, headers })).status()).toBe(202);
  await openSection(page, '/security/quality?search=kaiulani_humu');
  await page.locator('a[data-row]').click();
  await expect(page.getByRole('region', { name: 'About this fault' })).toBeVisible();
  const { pathname, search } = new URL(page.url());
  await expectOnEveryWidth(page, pathname + search, 'words-fault', () =>
    page.getByRole('region', { name: 'About this fault' }),
  );
});

test('so it is of what could not be done, and of long work', async ({ page, product }) => {
  test.slow();
  await clear(product);
  await signIn(page, product, admin);
  const id = await work(product, { parameters: `{"from":"${endless}"}` });
  await expectOnEveryWidth(page, `/security/work?open=${id}`, 'words-work', () =>
    page.getByRole('button', { name: 'Cancel' }),
  );
  await deadLetter(product, 'mail', { to: `${endless.slice(0, 60)}@dead.example`, subject: endless });
  const [letter] = await ask<{ id: string }>(product, `select id from jobs.job where name = 'mail-dead'`);
  const discard = page.getByRole('button', { name: 'Discard' });
  await expectFitsEveryWidth(page, `/security/work?list=dead-letters&open=${letter!.id}`, discard);
  const message = await news(product, endless, endless);
  await expectOnEveryWidth(page, `/security/work?list=news&open=${message}`, 'words-news', () => discard);
  const about = page.getByRole('region', { name: 'About this message' });
  await expectFitsEveryWidth(page, `/money/news?list=messages&open=${message}`, about);
  await clear(product);
});

test('so it is of what a platform told of a booking, and of what a month differs by', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, admin);
  const reference = endless.slice(0, 60);
  const told = await ask<{ id: string }>(
    product,
    `insert into platform_bookings (platform, supplier, reference, reference_keys, status, version, version_digest, first_news_at,
        last_news_at, state, item_name)
      values ('viator', $1, $1, array[$1], 'confirmed', now(), 'x', now(), now(), 'unmatched', repeat($1, 3)) returning id`,
    [reference],
  );
  const about = (name: string) => page.getByRole('region', { name });
  await expectFitsEveryWidth(page, `/money/news?open=${told[0]!.id}`, about('About this booking'));
  await ask(product, 'delete from platform_bookings where reference = $1', [reference]);
  await ask(
    product,
    `with map as (insert into statement_maps (platform, header_digest, columns, dates, decimals, created_by, created_at)
        select 'viator', sha256('words'), '{}', 'month_first', 'point', id, now() from users where email = '${admin}' returning id),
      file as (insert into statement_imports (file_name, sha256, header, row_count, map_id, state, created_by, created_at, applied_at)
        select left($1, 190), sha256('words'), '{a}', 1, map.id, 'applied', users.id, now(), now() from users, map
        where email = '${admin}' returning id)
      insert into statement_rows (import_id, number, cells, platform, supplier, reference, status, commission_cents, travel_date, outcome,
        applied_at) select id, 2, '{a}', 'viator', '', $1, 'confirmed', 1200, '2031-03-05', 'unmatched', now() from file`,
    [endless],
  );
  await expectFitsEveryWidth(page, '/money/reconcile?list=months&open=viator/2031-03', about('About this month'));
  await ask(product, `delete from statement_imports where sha256 = sha256('words')`);
  await ask(product, `delete from statement_maps where header_digest = sha256('words')`);
});
