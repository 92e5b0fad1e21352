import type { Page } from '@playwright/test';
import { month, percent } from '../../web/src/messages/format.ts';
import { book, bookable } from './bookings-world.ts';
import { ask } from './database.ts';
import { confirm } from './desk-pages.ts';
import { expect, ready } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import { withOwnProduct } from './own-product.ts';
import { admin, agree, earnBy, openPayouts, placeOf, run, tickAll } from './payouts-world.ts';
import { signIn, signInTraveler } from './session.ts';

/** A product of its own: nobody else's bookings and payouts move these figures. */
const test = withOwnProduct();

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const tabs = { overview: '', analytics: '?tab=analytics', distributors: '?tab=distributors' };
type Tab = keyof typeof tabs;

/** Every figure that a tab shows, whichever they are, by its region and its name. */
async function read(page: Page, tab: Tab): Promise<Record<string, string>> {
  await at(page, `/dashboard${tabs[tab]}`);
  await expect(page.locator('main section dl').first()).toBeVisible();
  const found = await page.locator('main section dl > div').evaluateAll((divs) =>
    divs.map((div) => {
      const region = document.getElementById(div.closest('section')!.getAttribute('aria-labelledby') ?? '');
      const words = [region, div.querySelector('dt'), div.querySelector('dd')].map((one) => one?.textContent ?? '');
      return [`${words[0]}: ${words[1]}`, words[2]!] as const;
    }),
  );
  expect(new Set(found.map(([name]) => name)).size).toBe(found.length);
  return Object.fromEntries(found);
}
const asNumber = (text: string) => Number(text.replace(/[$,%]|\/5$/g, ''));

/** By how much which figure of tabs moves by what is done, all others by nothing; those in percent and of five aside. */
async function moved(
  page: Page,
  does: () => Promise<unknown>,
  of: readonly Tab[] = ['overview', 'analytics', 'distributors'],
) {
  const all = async () => Object.assign({}, ...(await inTurn(of, (tab) => read(page, tab)))) as Record<string, string>;
  const before = await all();
  await does();
  const after = await all();
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
  const changes = Object.entries(after)
    .filter(([, text]) => !/%$|\/5$|–/.test(text))
    .map(([name, text]) => [name, Math.round((asNumber(text) - asNumber(before[name]!)) * 100) / 100] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

/** One after the other: they share a page. */
async function inTurn<T, R>(all: readonly T[], does: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await does(one));
  return done;
}
const of = (region: string, figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, change]) => [`${region}: ${name}`, change]));
const week = 'Intelligence, last 7 days';
const commission = (figures: Record<string, number>) => of('Commission overview', figures);

test('what is earned, held, let go and paid out moves from one sum of Distributor Ops to the next', async ({
  page,
  product,
  elsewhere,
}) => {
  test.setTimeout(240_000);
  await signIn(page, product, admin);
  const sums = ['distributors'] as const;
  const { code } = await placeOf(product, 'partner@example.com');
  let cents = 0;
  const earns = async () => {
    ({ cents } = await earnBy(await elsewhere(), page, product, { code, amount: 900 }));
  };
  const earned = await moved(page, earns, sums);
  expect(cents).toBeGreaterThan(5_000);
  expect(earned).toEqual(commission({ Payable: cents / 100 }));

  // Four bookings of one thing by one traveler are held.
  const guest = await elsewhere();
  const headers = { origin: product.url };
  const email = 'again@figures.example';
  const books = async () => {
    await signInTraveler(guest, product, email, { fresh: true });
    expect((await guest.request.post('/api/qr/scan', { data: { qr_code_id: code }, headers })).ok()).toBe(true);
    const [listing] = await bookable(guest);
    for (let n = 0; n < 4; n++) {
      const moment = new Date(Date.now() - n * 1000).toISOString();
      const data = { business_listing_id: listing!.id, conversion_timestamp: moment };
      expect((await guest.request.post('/api/qr/booking-conversion', { data, headers })).status()).toBe(201);
    }
  };
  const held = await moved(page, books, sums);
  const share = (await (await page.request.get(`/api/admin/holds?search=${email}`)).json()).rows[0].share as number;
  expect(share).toBeGreaterThan(0);
  expect(held).toEqual(commission({ Held: Math.round(share * 400) / 100 }));
  const releases = async () => {
    await at(page, `/money/holds?state=open&search=${email}`);
    await page.getByRole('link', { name: /^txn_/ }).first().click();
    await page.getByRole('region', { name: 'About this hold' }).getByRole('button', { name: 'Release' }).click();
    await confirm(page, 'Release commissions', 'Looked at');
    await expect(page.getByText('Released: 1. Left out: 0.')).toBeVisible();
  };
  expect(await moved(page, releases, sums)).toEqual(commission({ Held: -share, Estimated: share }));

  const pays = async () => {
    await openPayouts(page);
    await run(page);
    await openPayouts(page, 'state=prepared');
    await tickAll(page);
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await agree(page, 'Release');
    await expect(page.getByText('Released: 1. Left out: 0.')).toBeVisible();
  };
  const { month: day } = await (await page.request.get('/api/admin/commission-overview')).json();
  expect(await moved(page, pays, sums)).toEqual(
    commission({ Payable: -cents / 100, [`Paid in ${month(day)}`]: cents / 100 }),
  );
});

test('two scans, two ways to a booking page and a travelled booking move the week, the platform and its report', async ({
  page,
  product,
  elsewhere,
}) => {
  test.setTimeout(240_000);
  await signIn(page, product, admin);
  const asked = async () => {
    const { qr_scans, conversion_rate, revenue, bookings } = await (
      await page.request.get('/api/admin/platform-performance')
    ).json();
    return { qr_scans, conversion: percent(conversion_rate), revenue, bookings };
  };
  /** The sentence above a report, which answers its screen's question. */
  const sentence = async (of: 'revenue' | 'performance') => {
    await at(page, `/dashboard?tab=reports&report=${of}`);
    const words = await page
      .getByText(/^(Scans|Revenue)\b.*days of Hawaiʻi\.$/)
      .first()
      .innerText();
    const [, one, two] = /^(?:Scans: ([\d,]+); conversion: |Revenue (\$[\d,.]+), by bookings: )/.exec(words)!;
    return [asNumber(one ?? two!), /(?:conversion|bookings): ([\d.,]+%?)\. /.exec(words)![1]];
  };
  const report = async () => {
    await at(page, '/dashboard?tab=reports&report=performance');
    await page.getByText('The figures as a table').click();
    const cells = page.getByRole('table').locator('tbody tr').last().locator('td');
    return (await cells.allInnerTexts()).map(asNumber);
  };
  const { code } = await placeOf(product, 'partner2@example.com');
  const headers = { origin: product.url };
  const scans = async () => {
    const reply = await (await elsewhere()).request.post('/api/qr/scan', { data: { qr_code_id: code }, headers });
    expect(reply.ok()).toBe(true);
  };
  // Before anybody has scanned there are no such figures.
  await scans();
  const travels = async () => {
    const phone = await elsewhere();
    await earnBy(phone, page, product, { code, amount: 500, guest: 'figures' });
    await scans();
    const [, other, another] = await bookable(phone);
    for (const one of [other!, another!]) await book(phone, product, one.id);
  };
  const before = await report();
  const [[scansBefore], [revenueBefore, bookingsBefore]] = [await sentence('performance'), await sentence('revenue')];
  const changes = await moved(page, travels, ['overview', 'analytics']);
  expect(changes).toEqual({
    ...of('Users', { Travelers: 1 }),
    ...of('Revenue', { Total: 500 }),
    ...of('Today', { 'QR scans': 2, Bookings: 1 }),
    ...of(week, { 'QR scans': 2, 'Ways to a booking page': 3 }),
    ...of(week, { 'Bookings, confirmed or completed': 1, 'Completed bookings': 1 }),
    ...of('Analytics', { 'Platform Scans': 2, 'Total Revenue': 500, 'Total Bookings': 1 }),
    ...of('Live Performance', { 'Bookings Today': 1 }),
  });
  const after = await report();
  expect(after.map((figure, n) => figure - before[n]!)).toEqual([2, 0, 3, 1]);
  const now = await asked();
  expect(await sentence('performance')).toEqual([Number(scansBefore) + 2, now.conversion]);
  expect(await sentence('revenue')).toEqual([Number(revenueBefore) + 500, String(Number(bookingsBefore) + 1)]);
  expect([now.qr_scans, now.revenue, now.bookings]).toEqual([
    ...[Number(scansBefore) + 2, Number(revenueBefore) + 500, Number(bookingsBefore) + 1],
  ]);
  const shown = await read(page, 'overview');
  const figure = (name: string, from = shown) => asNumber(from[name]!);
  expect(shown[`${week}: Overall conversion, of scans to completed bookings`]).toBe(
    percent(figure(`${week}: Completed bookings`) / figure(`${week}: QR scans`)),
  );
  const platform = await read(page, 'analytics');
  const all = percent(figure('Analytics: Total Bookings', platform) / figure('Analytics: Platform Scans', platform));
  expect([platform['Analytics: Conversion Rate'], shown['Revenue: Conversion']]).toEqual([all, all]);
});

test('partners, places with a code and ratings move their own figure', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, admin);
  const headers = { origin: product.url };
  const { id } = await placeOf(product, 'partner@example.com');
  const sets = (state: string) => async () => {
    const data = { state, reason: 'Unpaid' };
    expect((await page.request.patch(`/api/organisations/${id}`, { data, headers })).ok()).toBe(true);
  };
  const active = 'Partners: Active partners';
  expect((await moved(page, sets('suspended'), ['overview']))[active]).toBe(-1);
  expect((await moved(page, sets('active'), ['overview']))[active]).toBe(1);

  const opens = () =>
    ask(
      product,
      `with place as (insert into locations (name, description, address, island) values ('Figures Point', '', '', '') returning id)
        insert into qr_codes (code, location_id, label) select 'FGFG-FGFG-FGFG-FGFG', id, '' from place`,
    );
  expect(await moved(page, opens, ['analytics'])).toEqual(of('Intelligence Summary', { 'Locations active': 1 }));
  await addListings(
    product,
    Array.from({ length: 400 }, (_, n) => ({ name: `Poor ${n}`, rating: 1 })),
  );
  const [mean] = await ask<{ mean: string }>(
    product,
    'select round(avg(rating), 1)::text as mean from listings where is_active',
  );
  expect((await read(page, 'analytics'))['Intelligence Summary: Rating']).toBe(`${mean!.mean}/5`);
  expect(Number(mean!.mean)).toBeLessThan(2);
});

test('each of the four counts of places moves alone', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, admin);
  const headers = { origin: product.url };
  const counts = async () => {
    await at(page, '/locations');
    const said = page.getByText(
      /^[\d,]+ places?: [\d,]+ without a partner, [\d,]+ without coordinates\. [\d,]+ deleted\./,
    );
    return (await said.innerText())
      .match(/\d[\d,]*(?= )/g)!
      .map(asNumber)
      .slice(0, 4);
  };
  const changes = async (does: () => Promise<unknown>) => {
    const before = await counts();
    await does();
    const after = await counts();
    return after.map((count, n) => count - before[n]!);
  };
  const place = { name: 'Nobody Knows Where', description: '', address: '', partner: null };
  let id = 0;
  let version = '';
  const send = async (method: 'post' | 'put' | 'delete', path: string, data?: object) => {
    const reply = await page.request[method](`/api/admin/locations${path}`, { data, headers });
    expect(reply.ok(), await reply.text()).toBe(true);
    if (method !== 'delete') ({ id, version } = await reply.json());
  };
  const nowhere = { latitude: null, longitude: null };
  expect(await changes(() => send('post', '', { ...place, ...nowhere }))).toEqual([1, 1, 1, 0]);
  const somewhere = { latitude: 21.3, longitude: -157.8 };
  const puts = (more: object) => send('put', `/${id}`, { ...place, ...more, replaces: version });
  expect(await changes(() => puts(somewhere))).toEqual([0, 0, -1, 0]);
  const { id: partner } = await placeOf(product, 'partner@example.com');
  expect(await changes(() => puts({ ...somewhere, partner }))).toEqual([0, -1, 0, 0]);
  expect(await changes(() => send('delete', `/${id}`))).toEqual([-1, 0, 0, 1]);
});
