import type { Page } from '@playwright/test';
import { book, bookable, openDesk } from './bookings-world.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { figuresAt, openFigures, scan } from './figures-desk.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { ownPlaces } from './portal-partner.ts';
import { signIn, signInTraveler } from './session.ts';

/** A product of its own, whose tables have these rows alone. */
const test = withOwnProduct();

const commissions = 'Commissions by when they were booked';
const inDollars = (text: string) => Number(text.replace(/[$,]/g, '').replace('–', '0'));
/** What the rows of a table come to, and how many they are. */
async function comesTo(page: Page, table: string, column: string): Promise<[rows: number, sum: number]> {
  const rows = page.getByRole('table', { name: table, exact: true }).locator('tbody tr');
  const told = await rows.locator(`[data-label="${column}"]`).allTextContents();
  return [await rows.count(), Math.round(told.reduce((so, text) => so + inDollars(text), 0) * 100) / 100];
}

test('a partner’s bookings and revenue lead to their rows, of the same range', async ({ page, product, elsewhere }) => {
  test.slow();
  const guest = await elsewhere();
  const email = 'owner@lead.example';
  const { codes } = await ownPlaces(page, product, email, ['Hale Kai o nā Hōkū']);
  await signInTraveler(guest, product, `guest-${email}`);
  await scan(guest, product, codes[0]!);
  const listings = await bookable(guest);
  const desk = await openDesk(page.context().browser()!, product);
  /** Books, and has it decided. */
  const booked = async (decision: Parameters<typeof desk.decide>[1] | null) => {
    const id = await book(guest, product, listings.shift()!.id);
    if (decision) await desk.decide(id, decision);
    return id;
  };
  const old = await booked({ status: 'completed', amount: 400 });
  for (const table of ['bookings', 'commissions'])
    await ask(
      product,
      `update ${table} set booked_at = booked_at - interval '20 days' where ${table === 'bookings' ? 'id' : 'booking_id'} = $1`,
      [old],
    );
  await booked(null);
  const follow = async (range: string, link: string) => {
    await openFigures(page, `/analytics?time_range=${range}`);
    await page.getByRole('link', { name: link }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Portal');
    await ready(page);
  };
  const seen = async (range: string) => {
    const figures = await figuresAt(page, `/analytics?time_range=${range}`);
    await follow(range, 'See the bookings');
    await expect(page).toHaveURL(`/partner-portal/earnings?of=bookings&time_range=${range}`);
    expect(await comesTo(page, commissions, 'Revenue')).toEqual([
      Number(figures.Bookings),
      inDollars(figures.Revenue!),
    ]);
    return [figures.Bookings, figures.Revenue];
  };
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await seen('7d')).toEqual(['0', '$0.00']);
  await booked({ status: 'completed', amount: 1234.5 });
  await booked({ status: 'confirmed', amount: 80 });
  await booked({ status: 'cancelled' });
  expect(await seen('24h')).toEqual(['2', '$1,314.50']);
  expect(await seen('7d')).toEqual(['2', '$1,314.50']);
  expect(await seen('30d')).toEqual(['3', '$1,714.50']);
  await desk.close();
  await follow('7d', 'See what is not confirmed');
  expect(await comesTo(page, commissions, 'Revenue')).toEqual([1, 0]);
  await expect(page.getByRole('combobox', { name: 'Counted as' })).toHaveValue('pending');
  await page.getByRole('combobox', { name: 'Counted as' }).selectOption('Completed bookings');
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('Last 30 days');
  await expect(page).toHaveURL('/partner-portal/earnings?of=completed&time_range=30d');
  await expect.poll(() => comesTo(page, commissions, 'Revenue')).toEqual([2, 1634.5]);
  const open = async (_page: Page, address: string) => {
    await page.goto(address);
    await ready(page);
  };
  const table = () => page.getByRole('table', { name: commissions });
  const address = '/partner-portal/earnings?of=bookings&time_range=30d';
  await expectOnEveryWidth(page, address, 'earnings-of-range', table, open);

  // Who may not see money is led nowhere they may not be.
  const clerk = await elsewhere();
  await signInTraveler(clerk, product, 'clerk@lead.example');
  await ask(
    product,
    `with who as (select u.id, o.id as organisation, o.name from users u, organisations o join users w on w.id = o.owner_id
       where u.email = 'clerk@lead.example' and w.email = $1),
     profile as (update profiles set role = 'partner', organization_name = who.name from who where user_id = who.id)
     insert into members (organisation_id, kind, user_id, standing, permissions)
     select organisation, 'partner', id, 'staff', '{performance_analytics}' from who`,
    [email],
  );
  await openFigures(clerk, '/analytics?time_range=30d');
  await expect(clerk.getByText('Bookings', { exact: true }).first()).toBeVisible();
  await expect(clerk.getByRole('link', { name: 'See the bookings' })).toHaveCount(0);
});

test('openings and impressions lead to their sums by day and experience, which come to the figure', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  const owner = await elsewhere();
  const { codes } = await ownPlaces(owner, product, 'seen@lead.example', ['Hale Kai']);
  const guest = await elsewhere();
  await signInTraveler(guest, product, 'seen-guest@lead.example');
  await scan(guest, product, codes[0]!);
  const [one, other] = await bookable(guest);
  const tell = async (event_type: string, listing: number) => {
    const data = {
      ...{ event_type, business_listing_id: listing, qr_code_id: codes[0] },
      event_data: { list: 'explore' },
    };
    const reply = await guest.request.post('/api/analytics/events', { data, headers: { origin: product.url } });
    expect(reply.ok()).toBe(true);
  };
  const behavior = '/analytics?tab=behavior&time_range=7d';
  const seen = async (figure: 'Openings' | 'Impressions') => {
    const figures = await figuresAt(page, behavior);
    await page.getByRole('link', { name: `See the ${figure.toLowerCase()}` }).click();
    await expect(page).toHaveURL(`/analytics/rows?of=${figure.toLowerCase()}&time_range=7d`);
    await ready(page);
    const rows = await page.getByRole('table', { name: figure, exact: true }).locator('tbody tr').count();
    const sum = rows > 0 ? (await comesTo(page, figure, 'Count'))[1] : 0;
    expect(sum).toBe(Number(figures[figure]));
    return sum;
  };
  await page.setViewportSize({ width: 1280, height: 900 });
  const [openings, impressions] = [await seen('Openings'), await seen('Impressions')];
  for (const listing of [one!.id, one!.id, other!.id]) await tell('map_pin_clicked', listing);
  for (const listing of [one!.id, other!.id]) await tell('listing_impression', listing);
  await expect.poll(async () => Number((await figuresAt(page, behavior)).Openings)).toBe(openings + 3);
  expect(await seen('Openings')).toBe(openings + 3);
  expect(await seen('Impressions')).toBe(impressions + 2);
  // So do the overview's and the funnel's, of their range.
  for (const tab of ['', 'tab=intelligence&']) {
    await openFigures(page, `/analytics?${tab}time_range=24h`);
    await page.getByRole('link', { name: 'See the openings' }).click();
    await expect(page).toHaveURL('/analytics/rows?of=openings&time_range=24h');
    await ready(page);
    await expect(page.locator('[data-desk] [role=status]').first()).toContainText('by hour and experience');
  }
  await openFigures(owner, '/analytics');
  await expect(owner.getByRole('link', { name: 'See the openings' })).toHaveCount(0);
  const address = '/analytics/rows?of=openings&time_range=7d';
  const open = async (_page: Page, at: string) => {
    await page.goto(at);
    await ready(page);
  };
  await expectOnEveryWidth(page, address, 'rows-openings', () => page.getByRole('table', { name: 'Openings' }), open);
});
