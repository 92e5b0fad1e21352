import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cut } from './answers.ts';
import { book, openDesk } from './bookings-world.ts';
import { addCampaign } from './campaign-rows.ts';
import { advertiser, aRunningCampaign, figure, send, tell } from './campaigns-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { cellsOf, expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { placeOf } from './payouts-world.ts';
import { signInTraveler } from './session.ts';

/** A product of its own: nobody else's clicks stand on these figures. */
const test = withOwnProduct();

async function open(page: Page, address = '/campaigns/results'): Promise<void> {
  await page.goto(address);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaign results');
}

const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('region', { name: table }).locator('tbody tr').filter({ hasText: name }).first();

/** The figures that are told, by name. */
async function expectFigures(page: Page, told: Record<string, string>): Promise<void> {
  await open(page);
  for (const [name, written] of Object.entries(told)) await expect(figure(page, name), name).toHaveText(written);
}

const rowsOf = (page: Page, chart: string) =>
  page.getByRole('figure', { name: chart }).getByRole('table').locator('tbody tr');
const lastRow = (page: Page, chart: string) => rowsOf(page, chart).last();

/** That a chart has these figures for its last day, and nothing for all before. */
async function expectCharted(page: Page, chart: string, figures: readonly string[]): Promise<void> {
  await page.getByRole('figure', { name: chart }).getByText('The figures as a table').click();
  await expect(lastRow(page, chart).getByRole('cell')).toHaveText([...figures]);
  const all = await rowsOf(page, chart).getByRole('cell').allInnerTexts();
  const nothing = figures.map((figure) => (figure.startsWith('$') ? '$0.00' : '0'));
  const days = (await rowsOf(page, chart).count()) - 1;
  expect(all.slice(0, -figures.length)).toEqual(Array.from({ length: days }, () => nothing).flat());
}

const numberOf = (written: string) => Number(written.replace(/[$,]/g, '').replace('−', '-'));

/** The figures of what came without a campaign, by name. */
async function aloneOf(page: Page): Promise<Record<string, number>> {
  await open(page);
  const figures = page.getByRole('region', { name: 'Without a campaign', exact: true }).locator('dl > div');
  const named = await figures.evaluateAll((all) =>
    all.map((one) => [...one.children].map((each) => each.textContent!)),
  );
  return Object.fromEntries(named.map(([name, figure]) => [name!, numberOf(figure!)]));
}

/** That they come to be these, once what was told is counted. */
const expectAlone = (page: Page, told: Record<string, number>) => expect.poll(() => aloneOf(page)).toEqual(told);

/** The figures of each row of a table, by the row's name. */
async function rowsSeen(page: Page, table: string): Promise<Record<string, number[]>> {
  const rows = await page.getByRole('region', { name: table }).locator('tbody tr').all();
  const seen = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
  return Object.fromEntries(
    seen.map(([name, ...figures]) => [name!.trim(), figures.map((one) => numberOf(one.trim()))]),
  );
}

const sumsOf = (rows: readonly (readonly number[])[]): number[] =>
  rows.reduce<number[]>((so, row) => row.map((figure, at) => Math.round(((so[at] ?? 0) + figure) * 100) / 100), []);

/** What the days of a chart come to, figure by figure. */
async function sumOfChart(page: Page, chart: string): Promise<number[]> {
  await page.getByRole('figure', { name: chart }).getByText('The figures as a table').click();
  await expect(lastRow(page, chart)).toBeVisible();
  const rows = await rowsOf(page, chart).all();
  const seen = await Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
  return sumsOf(seen.map((row) => row.map(numberOf)));
}

test('each figure of a campaign moves by exactly what is done', async ({ page, product, browser, elsewhere }) => {
  test.slow();
  const { id, listing, organisation } = await aRunningCampaign(page, product, 'Mornings on the reef');
  const nothing = {
    ...{ Impressions: '0', Opens: '0', Clicks: '0', Bookings: '0', 'Not confirmed yet': '0', Revenue: '$0.00' },
    ...{ Cost: '$0.00', ROI: '–', 'Own visits': '0', Programs: '0', 'Beyond one network': '0' },
  };
  await expectFigures(page, nothing);
  // What each of them is stands beside it.
  for (const [name, meaning] of [
    ['Impressions', 'A sponsored card was half in sight for a second: once a visit and day.'],
    ['Clicks', /^“Sign In to Book”, its booking link or its page was followed: once a visit and day\./],
  ] as const)
    await expect(figure(page, name).locator('xpath=following-sibling::dd'), name).toHaveText(meaning);
  await expect(page.getByText('Nothing yet').first()).toBeVisible();

  const guest = await elsewhere();
  await signInTraveler(guest, product, 'reef@results.example');
  const { code } = await placeOf(product, 'partner@example.com');
  await send(guest, product, '/api/qr/scan', { qr_code_id: code });
  await tell(guest, product, id, 'listing_impression');
  const seen = { ...nothing, Impressions: '1' };
  await expectFigures(page, seen);
  await tell(guest, product, id, 'sponsored_open');
  const unfolded = { ...seen, Opens: '1' };
  await expectFigures(page, unfolded);
  await tell(guest, product, id, 'sponsored_click');
  const clicked = { ...unfolded, Clicks: '1', Cost: '$0.50', ROI: '−100.0%' };
  await expectFigures(page, clicked);
  // The same again on the same day, by the same visit.
  await tell(guest, product, id, 'sponsored_click');
  await expectFigures(page, clicked);

  const booking = await book(guest, product, listing);
  const waiting = { ...clicked, 'Not confirmed yet': '1' };
  await expectFigures(page, waiting);
  const desk = await openDesk(browser, product);
  await desk.decide(booking, { status: 'confirmed', amount: 42.5 });
  const booked = { ...clicked, Bookings: '1', Revenue: '$42.50', ROI: '8,400.0%' };
  await expectFigures(page, booked);
  await expect(page.locator('[data-desk] [role=status]').first()).toHaveText(
    /^1 impression, 1 click and 1 booking from .+: \$42\.50 of revenue for \$0\.50\.$/,
  );
  await expect(rowOf(page, 'By campaign', 'Mornings on the reef')).toContainText('8,400.0%');
  await expect(rowOf(page, 'By listing', '8,400.0%')).toContainText('$42.50');
  await expect(rowOf(page, 'By place', 'Explore')).toContainText('$42.50');

  // What came by itself stands apart; of the demo's listing there is something already.
  const stray = await elsewhere();
  await signInTraveler(stray, product, 'stray@results.example');
  await desk.decide(await book(stray, product, listing), { status: 'confirmed', amount: 5 });
  const before = await aloneOf(page);
  await expect(rowOf(page, 'Without a campaign, by place', 'No place')).toContainText('$');
  const walker = await elsewhere();
  await signInTraveler(walker, product, 'walker@results.example');
  const { name: place } = await placeOf(product, 'partner@example.com');
  const ofPlace = async () => (await rowsSeen(page, 'Without a campaign, by place'))[place] ?? [0, 0];
  const [bookings = 0, revenue = 0] = await ofPlace();
  await send(walker, product, '/api/qr/scan', { qr_code_id: code });
  const events = [{ event_type: 'map_pin_clicked', business_listing_id: listing }];
  await send(walker, product, '/api/analytics/events', { events });
  const opens: Record<string, number> = { ...before, Engagements: before.Engagements! + 1 };
  await expectAlone(page, opens);
  const alone = await book(walker, product, listing);
  const links: Record<string, number> = { ...opens, 'Booking links': opens['Booking links']! + 1 };
  await expectAlone(page, links);
  await desk.decide(alone, { status: 'confirmed', amount: 10 });
  const walked: Record<string, number> = { ...links, Bookings: links.Bookings! + 1, Revenue: links.Revenue! + 10 };
  await expectAlone(page, walked);
  expect(await ofPlace()).toEqual([bookings + 1, revenue + 10]);
  await expectFigures(page, booked);
  // The chart's days come to the same as its sums, and today's has what was done.
  const titles = ['engagements, booking links and bookings', 'revenue'].map(
    (what) => `Without a campaign: ${what} by day`,
  );
  const summed: number[] = [];
  for (const title of titles) summed.push(...(await sumOfChart(page, title)));
  expect(summed).toEqual(['Engagements', 'Booking links', 'Bookings', 'Revenue'].map((name) => walked[name]));
  const byListing = await rowsSeen(page, 'Without a campaign, by listing');
  expect(sumsOf(Object.values(byListing))).toEqual(Object.values(walked));
  const apart = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download what came without a campaign as CSV' }).click();
  const walkedFile = await apart;
  expect(walkedFile.suggestedFilename()).toMatch(/^without-campaign-.*\.csv$/);
  const written = (await readFile((await walkedFile.path())!, 'utf8')).trimEnd().split('\r\n').slice(1);
  expect(sumsOf(written.map((line) => line.split(',').slice(-4).map(Number)))).toEqual(Object.values(walked));

  await tell(page, product, id, 'listing_impression');
  const own = { ...booked, 'Own visits': '1' };
  await expectFigures(page, own);
  await tell(guest, product, id, 'sponsored_click', { 'user-agent': 'Googlebot/2.1' });
  const all = { ...own, Programs: '1' };
  await expectFigures(page, all);

  await send(desk.page, product, `/api/campaigns/${id}/credits`, {
    amount: 0.25,
    credited: 0,
    reason: 'Shown beside the wrong',
  });
  await expectFigures(page, { ...all, Cost: '$0.25', ROI: '16,900.0%' });
  await expect(rowOf(page, 'By place', 'Credits, of no place')).toContainText('−$0.25');
  await desk.decide(booking, { status: 'cancelled' });
  await expectFigures(page, { ...all, Bookings: '0', Revenue: '$0.00', Cost: '$0.25', ROI: '−100.0%' });

  // The same as a file, and of administrators by advertiser.
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/range=7d/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^campaign-results-.*\.csv$/);
  const lines = (await readFile((await file.path())!, 'utf8')).trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => line.replace(/^.*,(?=credit|Explore)/, ''))).toEqual([
    'credit,0,0,0,0,0,0,-0.25,,0,0,0',
    'Explore,1,1,1,0,0,0,0.5,-1,1,1,0',
  ]);
  await open(desk.page);
  await desk.page.getByRole('combobox', { name: 'Advertiser' }).selectOption(organisation);
  await expect(desk.page).toHaveURL(/organisation=/);
  await expect(figure(desk.page, 'Impressions')).toHaveText('1');
  await desk.page.getByRole('combobox', { name: 'Campaign' }).selectOption(id);
  await expect(desk.page).toHaveURL(/campaign=/);
  await expect(figure(desk.page, 'Clicks')).toHaveText('1');

  // Of another advertiser that campaign is none: the filter goes.
  const other = await addCampaign(product, { name: 'Nothing came of it' });
  const [theirs] = await ask<{ organisation_id: string }>(
    product,
    'select organisation_id from campaigns where id = $1',
    [other.id],
  );
  await desk.page.goto(`/campaigns?open=${id}`);
  await ready(desk.page);
  await desk.page.getByRole('region', { name: 'About this campaign' }).getByRole('link', { name: 'Results' }).click();
  await expect(desk.page).toHaveURL(new RegExp(`/campaigns/results\\?campaign=${id}$`));
  // Of one that began long ago it leads to as many days.
  await ask(
    product,
    `update campaigns set first_day = (now() at time zone 'Pacific/Honolulu')::date - 60 where id = $1`,
    [other.id],
  );
  await desk.page.goto(`/campaigns?open=${other.id}`);
  await ready(desk.page);
  await desk.page.getByRole('region', { name: 'About this campaign' }).getByRole('link', { name: 'Results' }).click();
  await expect(desk.page).toHaveURL(new RegExp(`/campaigns/results\\?campaign=${other.id}&range=90d$`));
  await desk.page.goto(`/campaigns/results?campaign=${id}`);
  await ready(desk.page);
  await desk.page.getByRole('combobox', { name: 'Advertiser' }).selectOption(theirs!.organisation_id);
  await expect(desk.page).toHaveURL(new RegExp(`/campaigns/results\\?organisation=${theirs!.organisation_id}$`));
  await expect(desk.page.getByText('Nothing under these filters')).toBeVisible();
  await expect(desk.page.getByText('Nothing came by itself')).toBeVisible();
  const opened = [{ event_type: 'map_pin_clicked', business_listing_id: other.listing }];
  await send(walker, product, '/api/analytics/events', { events: opened });
  await expect(async () => {
    await desk.page.reload();
    await expect(desk.page.getByText('No bookings yet')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await ready(desk.page);
  await desk.page.getByRole('link', { name: 'Take the filters off' }).click();
  await expect(figure(desk.page, 'Impressions')).toHaveText('1');
  await expect(desk.page.getByRole('link', { name: 'Knowledge Base' }).first()).toBeVisible();
  await desk.close();
});

test('it is of use at each width, and says where it cannot be had', async ({ page, product, elsewhere }) => {
  test.slow();
  const { id } = await aRunningCampaign(page, product, 'Evenings at the lūʻau of Ke Kai o nā Hōkū');
  // Of three guests all see the card, two open it, and one follows it: no figure is as large as another.
  const { code } = await placeOf(product, 'partner@example.com');
  const done = ['listing_impression', 'sponsored_open', 'sponsored_click'];
  for (const count of [1, 2, 3]) {
    const guest = await elsewhere();
    await send(guest, product, '/api/qr/scan', { qr_code_id: code });
    for (const what of done.slice(0, count)) await tell(guest, product, id, what);
  }
  await expectOnEveryWidth(
    page,
    '/campaigns/results',
    'campaign-results',
    () => page.getByRole('heading', { name: 'By place', exact: true }),
    open,
  );
  // Each figure stands in its own column, in all breakdowns and charts.
  await open(page, `/campaigns/results?campaign=${id}`);
  const figures = {
    ...{ Impressions: '3', Opens: '2', Clicks: '1', Bookings: '0', Revenue: '$0.00', Cost: '$0.50', ROI: '−100.0%' },
  };
  for (const [table, named] of [
    ['By campaign', { Campaign: 'Evenings at the lūʻau of Ke Kai o nā Hōkū' }],
    ['By listing', {}],
    ['By place', { Place: 'Explore' }],
  ] as const)
    expect(await cellsOf(page.getByRole('region', { name: table, exact: true })), table).toMatchObject({
      ...figures,
      ...named,
    });
  await expectCharted(page, 'Impressions by day', ['3']);
  await expectCharted(page, 'Opens, clicks and bookings by day', ['2', '1', '0']);
  await expectCharted(page, 'Revenue and cost by day', ['$0.00', '$0.50']);
  const day = await lastRow(page, 'Impressions by day').getByRole('rowheader').innerText();
  await expect(page.getByText(`Impressions: 3. The most on ${day}.`, { exact: true })).toBeVisible();

  await cut(page, '**/api/campaign-results?*');
  await page.getByRole('link', { name: '90 days' }).click();
  await expect(page.getByText('What you asked for could not be had.', { exact: false })).toBeVisible();
  await expect(figure(page, 'Impressions')).toBeVisible();
  expectErrors(page, 'net::ERR_FAILED /api/campaign-results');

  // Who has the campaigns but not these, is told so; who may not see money, is shown none.
  const clerk = await elsewhere();
  await signInTraveler(clerk, product, 'clerk@results.example');
  const put = async (permissions: string[]) => {
    await ask(
      product,
      `with who as (select u.id, o.id as organisation, o.name from users u, organisations o join users w on w.id = o.owner_id
         where u.email = 'clerk@results.example' and w.email = $1),
       profile as (update profiles set role = 'advertiser', organization_name = who.name from who where user_id = who.id)
       insert into members (organisation_id, kind, user_id, standing, permissions)
       select organisation, 'advertiser', id, 'staff', $2::text[] from who
       on conflict (user_id, kind) do update set permissions = excluded.permissions`,
      [advertiser, permissions],
    );
  };
  await put(['advertiser_analytics']);
  await open(clerk);
  await expect(figure(clerk, 'Impressions')).toBeVisible();
  await expect(clerk.getByText('Revenue', { exact: true })).toHaveCount(0);
  await put(['advertiser_analytics', 'campaign_management']);
  await clerk.goto(`/campaigns?open=${id}`);
  await ready(clerk);
  const about = clerk.getByRole('region', { name: 'About this campaign' });
  await expect(about.getByText('Impressions', { exact: true })).toBeVisible();
  await expect(clerk.getByText('Cost', { exact: true })).toHaveCount(0);
  await put(['content_management']);
  expectErrors(clerk, '403 /campaigns/results');
  await clerk.goto('/campaigns/results');
  await expect(clerk.getByText('This does not come with your account.', { exact: false })).toBeVisible();
});

test('results that are too many to add up, or too long for a file, say so and what to do', async ({
  page,
  product,
}) => {
  test.slow();
  const { id } = await aRunningCampaign(page, product, 'Shown in very many places');
  const count = async (from: number, until: number) =>
    await ask(
      product,
      `insert into campaign_days (campaign_id, day, location_id, impressions)
       select $1, (now() at time zone 'Pacific/Honolulu')::date - d, p, 1 from generate_series($2::integer, $3::integer) p,
         generate_series(0, 1) d`,
      [id, from, until],
    );
  const few = `/campaigns/results?campaign=${id}`;
  await count(1, 50_001);
  await ask(product, 'analyze campaign_days');
  // A machine that does much else answers only later.
  const told = async () => (await page.request.get(`/api/campaign-results?campaign=${id}`)).status();
  await expect.poll(told, { timeout: 60_000 }).toBe(200);
  await open(page, few);
  await expect(figure(page, 'Impressions')).toHaveText('100,002');
  const tooLong =
    'The CSV would have 100,002 lines, and 100,000 is the most. Please choose fewer days, or one campaign.';
  await expect(page.getByText(tooLong)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download as CSV', exact: true })).toHaveCount(0);
  const file = await page.request.get(`/api/campaign-results/file?campaign=${id}`);
  expect(file.status()).toBe(400);
  expect(await file.json()).toMatchObject({
    code: 'results_too_large',
    error: expect.stringContaining('more than 100,000 lines'),
  });

  await count(50_002, 100_001);
  await open(page, few);
  const tooLarge = page.getByText(/^More than 200,000 days, campaigns and places, .* Please choose fewer days,/);
  await expect(tooLarge).toBeVisible();
  await expect(figure(page, 'Impressions')).toHaveCount(0);
  // What is asked for can be narrowed there.
  await ask(product, `update campaign_days set day = day - 20 where campaign_id = $1 and location_id > 10`, [id]);
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(figure(page, 'Impressions')).toHaveText('20');
  await expect(tooLarge).toHaveCount(0);
});
