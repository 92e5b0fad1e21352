import { ask, rollUp } from './database.ts';
import { expectFitsEveryWidth } from './desk-pages.ts';
import { expect, test } from './fixtures.ts';
import { ownPlaces } from './portal-partner.ts';

/** Guests of so many days, each with a browser of their own who scans once: so many a day of each code, on every so many days before today. */
const guests = `
  with guest as materialized (
    select c.id as code, l.id as place, l.partner_id, now() - make_interval(days => back) as at,
      sha256(convert_to(c.code || ' ' || back || ' ' || number, 'UTF8')) as token
    from unnest($1::text[], $2::integer[]) as made (code, scans) join qr_codes c on c.code = made.code
      join locations l on l.id = c.location_id, generate_series(1, $3::integer, $4::integer) as back,
      generate_series(1, made.scans) as number),
  visit as (insert into visits (token_hash, created_at, last_seen_at) select token, at, at from guest returning id, token_hash)
  insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, partner_id)
    select visit.id, code, place, at, true, 'camera', partner_id from guest join visit on token_hash = token`;

for (const [span, { range, days, every, scans, rows, said, figures }] of Object.entries({
  week: {
    ...{ range: '30d', days: 27, every: 1, scans: [2, 3] },
    rows: 'Week from',
    said: /By week from the day that is named\. Single days are not told here, and those before the first week are in the totals alone\.$/,
    // Today nobody has been there yet.
    figures: ['21', '14', '21', '14', '21', '14', '18', '12'],
  },
  'four weeks': {
    ...{ range: '90d', days: 83, every: 14, scans: [3, 4] },
    rows: 'Four weeks from',
    said: /By four weeks from the day that is named\. Shorter spans are not told here, and the days before the first one are in the totals alone\.$/,
    figures: ['8', '6', '8', '6', '8', '6'],
  },
}))
  test(`where few scan the codes of a place stand beside each other by ${span}, and the rows say so`, async ({
    page,
    product,
  }) => {
    const email = `by-${span.replace(' ', '-')}@portal.example`;
    const { codes } = await ownPlaces(page, product, email, ['Lobby', 'Lobby']);
    await ask(product, guests, [codes, scans, days, every]);
    await rollUp(product);
    const title = `QR codes of a place by ${span}`;
    const address = `/partner-portal/performance?range=${range}`;
    const chart = page.getByRole('figure', { name: title });
    await expectFitsEveryWidth(page, address, chart);
    await expect(chart.getByText(said)).toBeVisible();
    // None is shown.
    await expect(page.getByText('Times are Hawaiʻi’s.')).toHaveCount(0);
    await chart.getByText('The figures as a table').click();
    const table = chart.getByRole('table', { name: title });
    await expect(table.getByRole('columnheader')).toHaveText([rows, 'Code 2', 'Code 1']);
    await expect(table.getByRole('cell')).toHaveText(figures);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await chart.screenshot({ path: `test-results/portal-codes-by-${span.replace(' ', '-')}-${width}.png` });
    }
  });
