import type { Locator, Page } from '@playwright/test';
import { book, bookable, openDesk } from './bookings-world.ts';
import { aRunningCampaign, send, tell } from './campaigns-world.ts';
import { ask } from './database.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { figuresAt, openFigures, rowsOf, scan, tableOf } from './figures-desk.ts';
import { expect } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { ownPlaces } from './portal-partner.ts';
import { signIn, signInTraveler } from './session.ts';

/** A product of its own: nobody else's scans stand on these figures. */
const test = withOwnProduct();

const networked = ['Partners', 'Advertisers', 'Places', 'Codes', 'Listings'];
const numberOf = (figure: string) => Number.parseFloat(figure.replace(/[$,]/g, ''));

type Figures = Record<string, string>;
const sections = ['overview', 'intelligence', 'revenue', 'behavior'] as const;
type Section = (typeof sections)[number];

const nothing: Record<Section, Figures> = {
  overview: {
    ...{ 'QR Scans': '0', Openings: '0', Clicks: '0', Bookings: '0', 'Not confirmed yet': '0', Revenue: '$0.00' },
    Conversion: '–',
  },
  intelligence: {
    ...{ 'QR Scans': '0', Openings: '0', Clicks: '0', Bookings: '0', 'Completed bookings': '0' },
    ...{ 'Click rate': '–', 'Overall conversion': '–', Satisfaction: '– (0 reviews)' },
  },
  revenue: {
    ...{ Revenue: '$0.00', Bookings: '0', 'Average booking': '–', Commission: '$0.00', 'QR Scans': '0' },
    Conversion: '–',
  },
  behavior: { Impressions: '0', Openings: '0', Clicks: '0' },
};

/** What one reader's sections are to show from here on; each step says what changes, and of nothing else anything may. */
class Told {
  readonly #page: Page;
  readonly #shown: Partial<Record<Section, Figures>>;
  readonly #range: string;
  constructor(page: Page, range: string, shown: Partial<Record<Section, Figures>>) {
    this.#page = page;
    this.#range = range;
    this.#shown = shown;
  }

  /** @param all in each section that has such a figure; what one section says otherwise goes before it */
  async become(all: Figures, of: Partial<Record<Section, Figures>> = {}): Promise<void> {
    for (const section of sections) {
      const shown = this.#shown[section];
      if (!shown) continue;
      const known = Object.entries(all).filter(([name]) => name in shown);
      Object.assign(shown, Object.fromEntries(known), of[section]);
      await expect.poll(() => figuresAt(this.#page, `/analytics?tab=${section}${this.#range}`), section).toEqual(shown);
    }
  }
}

/** What the rows of a chart come to, column by column: the hour may have ended meanwhile. */
async function summedUp(rows: Locator): Promise<number[]> {
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => Number.parseFloat(cell.textContent!))),
  );
  return cells[0]!.map((_, at) => cells.reduce((so, row) => so + row[at]!, 0));
}

test('each figure of a partner and of an administrator moves by exactly what is done', {
  tag: '@main',
}, async ({ page, product, browser, elsewhere }) => {
  test.setTimeout(300_000);
  const owner = await elsewhere();
  const { codes } = await ownPlaces(owner, product, 'hale@figures.example', ['Hale Kai']);
  await signIn(page, product, 'admin@example.com');
  const month = async () => {
    const of = async (section: Section) =>
      Object.entries(await figuresAt(page, `/analytics?tab=${section}`)).map(
        ([name, figure]) => [`${section}: ${name}`, numberOf(figure)] as const,
      );
    return Object.fromEntries([...(await of('overview')), ...(await of('revenue')), ...(await of('intelligence'))]);
  };
  const before = await month();
  // The guide has bookings of earlier days, whose reviews it shows.
  const day = '&time_range=24h';
  const network = Object.fromEntries(
    Object.entries(await figuresAt(page, `/analytics?tab=intelligence${day}`)).filter(([name]) =>
      networked.includes(name),
    ),
  );
  const { overview, intelligence, revenue, behavior } = structuredClone(nothing);
  const partner = new Told(owner, '', {
    ...structuredClone({ overview, revenue }),
    intelligence: { ...intelligence, Places: '1', Codes: '1' },
  });
  const admin = new Told(page, day, {
    ...{ overview, behavior, revenue: { ...revenue, Margin: '$0.00' } },
    intelligence: { ...intelligence, ...network },
  });
  const become: Told['become'] = async (...told) => {
    await partner.become(...told);
    await admin.become(...told);
  };
  await become({});
  await expect(page.getByText('Nothing in this time').first()).toBeVisible();

  const guest = await elsewhere();
  await scan(guest, product, codes[0]!);
  await scan(await elsewhere(), product, codes[0]!);
  const none = { 'Click rate': '0.0%', 'Overall conversion': '0.0%', Bookings: '0 (0.0%)', Clicks: '0 (0.0%)' };
  await become(
    { 'QR Scans': '2', Conversion: '0.0%' },
    { intelligence: { ...none, 'Completed bookings': '0 (0.0%)' } },
  );

  await signInTraveler(guest, product, 'guest@figures.example');
  const [listing] = await bookable(guest);
  const event = { business_listing_id: listing!.id, qr_code_id: codes[0], event_data: { list: 'explore' } };
  await send(guest, product, '/api/analytics/events', { event_type: 'listing_impression', ...event });
  await become({ Impressions: '1' });
  await send(guest, product, '/api/analytics/events', { event_type: 'map_pin_clicked', ...event });
  await become({ Openings: '1' });

  const booking = await book(guest, product, listing!.id);
  await become(
    { Clicks: '1', 'Not confirmed yet': '1' },
    { intelligence: { Clicks: '1 (50.0%)', 'Click rate': '50.0%' } },
  );
  const desk = await openDesk(browser, product);
  await desk.decide(booking, { status: 'confirmed', amount: 200 });
  const paid = { Bookings: '1', 'Not confirmed yet': '0', Revenue: '$200.00', Conversion: '50.0%' };
  await partner.become(
    { ...paid, 'Average booking': '$200.00', Commission: '$30.00' },
    { intelligence: { Bookings: '1 (50.0%)' } },
  );
  await admin.become(
    { ...paid, 'Average booking': '$200.00', Commission: '$36.00', Margin: '$6.00' },
    { intelligence: { Bookings: '1 (50.0%)' } },
  );
  await desk.decide(booking, { status: 'completed' });
  await become({}, { intelligence: { 'Completed bookings': '1 (50.0%)', 'Overall conversion': '50.0%' } });
  await send(guest, product, '/api/reviews', { booking_id: booking, rating: 4, words: null });
  // What one guest gave is not told to a partner, who knows its guests.
  await partner.become({ Satisfaction: '– (1 review)' });
  await admin.become({ Satisfaction: '4.0 (1 review)' });

  // Of a month the administrator's have what was there before as well.
  const changes = Object.entries(await month()).map(([name, figure]) => [name, figure - (before[name] || 0)] as const);
  expect(
    Object.fromEntries(changes.filter(([name, change]) => change && !/onversion|Click rate|Average|Satisf/.test(name))),
  ).toEqual({
    ...{ 'overview: QR Scans': 2, 'overview: Openings': 1, 'overview: Clicks': 1, 'overview: Bookings': 1 },
    ...{ 'overview: Revenue': 200, 'revenue: Revenue': 200, 'revenue: Bookings': 1, 'revenue: QR Scans': 2 },
    ...{ 'revenue: Commission': 36, 'revenue: Margin': 6, 'intelligence: QR Scans': 2, 'intelligence: Openings': 1 },
    ...{ 'intelligence: Clicks': 1, 'intelligence: Bookings': 1, 'intelligence: Completed bookings': 1 },
  });

  // What charts and tables have of it, the newest day or hour last.
  for (const [reader, range] of [
    [owner, ''],
    [page, day],
  ] as const) {
    await openFigures(reader, `/analytics?tab=overview${range}`);
    expect(await summedUp(await tableOf(reader, 'Over time'))).toEqual([2, 1, 1]);
    await openFigures(reader, `/analytics?tab=revenue${range}`);
    await expect((await tableOf(reader, 'Revenue by day')).last().getByRole('cell')).toHaveText(['$200.00']);
    if (reader === owner) await expect(reader.getByRole('figure').first().locator('tbody tr')).toHaveCount(30);
    await expect((await tableOf(reader, 'Revenue by platform')).getByRole('cell')).toHaveText(['$200.00']);
    expect((await rowsOf(reader, 'By day and platform')).map((row) => row.slice(2))).toEqual([['1', '$200.00']]);
  }
  await openFigures(page, `/analytics?tab=intelligence${day}`);
  await expect((await tableOf(page, 'Reviews by stars')).first()).toHaveText('4 stars1');
  await openFigures(owner, '/analytics?tab=intelligence');
  await expect(owner.getByText('Of few guests, and of hours, it is not told how many stars they gave.')).toBeVisible();
  await expect(owner.getByRole('figure', { name: 'Reviews by stars' })).toHaveCount(0);
  expect(await rowsOf(owner, 'Your places')).toEqual([['Hale Kai', 'Fewer than 5', 'Fewer than 5', '–', '–']]);
  expect(await rowsOf(page, 'Partners who brought most')).toEqual([['Hale Nani', '2', '1', '50.0%', '$200.00']]);
  await openFigures(page, `/analytics?tab=behavior${day}`);
  expect(await rowsOf(page, 'Opened most')).toEqual([[listing!.name, '1', '1', '1', '1']]);
  expect(await rowsOf(page, 'By category')).toEqual([[listing!.category, '1', '1', '1', '1']]);
  const told = await tableOf(page, 'What pages tell');
  await expect(told.filter({ hasText: 'map pin clicked' }).getByRole('cell')).toHaveText(['1']);
  await openFigures(page, '/analytics?tab=behavior');
  await expect(page.getByText('Today so far')).toBeVisible();
  const ofHours = page.getByRole('table', { name: 'By hour of the day' }).locator('tbody tr');
  expect(await summedUp(ofHours)).toEqual([2, 1, 1]);
  // Of one such day on average: of thirty days there are five of today's name.
  const ofWeekdays = page.getByRole('table', { name: 'By day of the week' }).locator('tbody tr');
  expect(await summedUp(ofWeekdays)).toEqual([0.4, 0.2, 0.2]);

  const other = await elsewhere();
  await ownPlaces(other, product, 'second@figures.example', ['Hale Uka']);
  const more = (name: string, by: number) => ({ [name]: String(Number(network[name]!.replace(',', '')) + by) });
  await admin.become({ ...more('Partners', 1), ...more('Places', 1), ...more('Codes', 1) });
  await ask(product, `update listings set is_active = false where id = (select max(id) from listings where is_active)`);
  await admin.become(more('Listings', -1));
  await ask(
    product,
    `update profiles set role = 'advertiser' where user_id = (select id from users where email = 'guest@figures.example')`,
  );
  await admin.become(more('Advertisers', 1));
  await desk.close();
});

test('what campaigns brought and cost moves their figures alone', async ({ page, product, browser, elsewhere }) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  const { id, listing } = await aRunningCampaign(await elsewhere(), product, 'Mornings on the reef');
  const guest = await elsewhere();
  await signInTraveler(guest, product, 'reef@figures.example');
  await tell(guest, product, id, 'listing_impression');
  const shown = async () => {
    const { 'Advertiser ROI': roi, ...figures } = await figuresAt(page, '/analytics?tab=intelligence');
    return [roi, figures['Campaign revenue'], figures['Campaign cost']];
  };
  await expect.poll(shown).toEqual(['–', '$0.00', '$0.00']);
  await tell(guest, product, id, 'sponsored_click');
  await expect.poll(shown).toEqual(['−100.0%', '$0.00', '$0.50']);
  const booking = await book(guest, product, listing);
  const desk = await openDesk(browser, product);
  await desk.decide(booking, { status: 'confirmed', amount: 42.5 });
  await expect.poll(shown).toEqual(['8,400.0%', '$42.50', '$0.50']);
  await desk.close();
});

test('what servers answered is counted by endpoint, their faults and their uptime', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  const performance = async () => await figuresAt(page, '/analytics?tab=performance&time_range=24h');
  const endpoint = async (name: string) =>
    (await rowsOf(page, 'By what was asked')).find(([asked]) => asked === name) ?? [name, '0', '0'];
  const number = (figure: string | undefined) => Number(figure!.replace(/[,%]/g, ''));
  for (const listing of [1, 2, 3]) await page.request.get(`/api/business-listings/${listing}`);
  const before = await performance();
  const [, asked] = await endpoint('GET /api/business-listings/{id}');
  for (const listing of [1, 2, 3]) await page.request.get(`/api/business-listings/${listing}`);
  const after = await performance();
  expect(number((await endpoint('GET /api/business-listings/{id}'))[1])).toBe(number(asked) + 3);
  expect(number(after.Requests)).toBeGreaterThanOrEqual(number(before.Requests) + 3);
  expect(after.Uptime).toBe('100.0%');
  for (const name of ['Half within', '19 of 20 within', '99 of 100 within'])
    expect(after[name]).toMatch(/^[\d.,]+ ms$/);
  await expect(await tableOf(page, 'Over time')).toHaveCount(25);

  // A fault of ours, and a server that had no time.
  for (const [code, name] of [
    ['internal', 'Faults'],
    ['unavailable', 'No time'],
  ] as const) {
    const { Faults, 'No time': noTime } = await performance();
    await failAt(page, product, code, 'saved_listings', '/api/saved', ['select']);
    await openFigures(page, '/analytics');
    await page.evaluate(() => fetch('/api/saved'));
    await mendDatabase(product);
    const { Faults: faults, 'No time': noTimes, 'Fault rate': rate, Requests: requests } = await performance();
    expect([number(faults) - number(Faults), number(noTimes) - number(noTime)]).toEqual([1, name === 'Faults' ? 0 : 1]);
    // Of many requests one fault is less than a tenth of a percent.
    expect(Math.abs(number(rate) - (100 * number(faults)) / number(requests))).toBeLessThan(0.06);
  }

  // As if a first minute had been measured ten hours ago, and none after it until now.
  await ask(
    product,
    `insert into up_hours (hour, minutes) values (date_trunc('hour', now()) - interval '10 hours', 1::bit(60) << 59)`,
  );
  expect(number((await performance()).Uptime)).toBeLessThan(20);
  const requests = page.locator('[data-desk] dl > div', { hasText: 'Requests' }).first();
  await expect(requests).not.toContainText('before');
  // Once all of the time before was measured, what was answered then stands beside it.
  await ask(
    product,
    `insert into up_hours (hour, minutes) values (date_trunc('hour', now()) - interval '60 hours', 1::bit(60) << 59)`,
  );
  await performance();
  await expect(requests).toContainText('more than before (0)');
});
