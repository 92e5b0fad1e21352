import type { Page } from '@playwright/test';
import { calendarDay, dollars } from '../../web/src/messages/format.ts';
import { cut } from './answers.ts';
import { book, bookable, openDesk } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth, stillShown } from './desk-pages.ts';
import { figuresAt, openFigures, rowsOf, scan, tableOf } from './figures-desk.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { ownPlaces } from './portal-partner.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

/** A product of its own, whose tables have these rows alone. */
const test = withOwnProduct();

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
const ranges = (page: Page) => page.getByRole('navigation', { name: 'Time range' }).getByRole('link');

/** Gives a partner a week in which guests scanned, followed a link and booked. */
async function aWeek(page: Page, guest: Page, product: Product, email: string): Promise<{ codes: string[] }> {
  const { codes } = await ownPlaces(page, product, email, ['Hale Kai o nā Hōkū', 'Lobby']);
  await signInTraveler(guest, product, `guest-${email}`);
  await scan(guest, product, codes[0]!);
  const [one, two] = await bookable(guest);
  const ids = [await book(guest, product, one!.id), await book(guest, product, two!.id)];
  const desk = await openDesk(page.context().browser()!, product);
  await desk.decide(ids[0]!, { status: 'completed', amount: 1234.5 });
  await desk.decide(ids[1]!, { status: 'confirmed', amount: 80 });
  await desk.close();
  const data = { booking_id: ids[0], rating: 5, words: null };
  const reply = await guest.request.post('/api/reviews', { data, headers: { origin: product.url } });
  expect(reply.ok()).toBe(true);
  const events = ['listing_impression', 'map_pin_clicked', 'map_pin_clicked'].map((event_type) => ({
    ...{ event_type, business_listing_id: one!.id, qr_code_id: codes[0] },
    event_data: { list: 'explore' },
  }));
  for (const event of events)
    await guest.request.post('/api/analytics/events', { data: event, headers: { origin: product.url } });
  return { codes };
}

test('each role has its own sections and every range', async ({ page, product, elsewhere }) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  const owner = await elsewhere();
  await ownPlaces(owner, product, 'tabs@figures.example', ['Hale Kai']);
  for (const [reader, shown] of [
    [page, ['Overview', 'Intelligence', 'Platform Revenue', 'System Performance', 'User Behavior']],
    [owner, ['Overview', 'Intelligence', 'Revenue']],
  ] as const) {
    await openFigures(reader, '/analytics');
    await expect(sections(reader)).toHaveText([...shown]);
    await expect(ranges(reader)).toHaveText([
      ...['Last 24 hours', 'Last 7 days', 'Last 30 days', 'Last 90 days', 'Last year'],
    ]);
    for (const section of shown) {
      await sections(reader).filter({ hasText: section }).last().click();
      await expect(reader.locator('[aria-current=page]', { hasText: section }).last()).toBeVisible();
      for (const [range, words] of [
        ['24 hours', 'the last 24 hours'],
        ['7 days', 'the last 7 days'],
        ['90 days', 'the last 90 days'],
        ['year', 'the last year'],
      ] as const) {
        await ranges(reader).filter({ hasText: range }).click();
        await expect(reader.locator('[data-desk] [role=status]').first()).toContainText(words);
      }
    }
  }
  // Who has the whole platform's has no other revenue.
  await openFigures(page, '/analytics?tab=revenue');
  await expect(page.getByText('Margin', { exact: true })).toBeVisible();
  await page.goto('/analytics?tab=overview&time_range=2d');
  await ready(page);
  await expect(page.locator('[data-desk] [role=status]').first()).toContainText('the last 30 days');
});

test('what is for others says whose it is, in the words of the specification', async ({ product, elsewhere }) => {
  const traveler = await elsewhere();
  await signInTraveler(traveler, product, 'traveler@figures.example');
  const owner = await elsewhere();
  await ownPlaces(owner, product, 'refused@figures.example', ['Hale Kai']);
  const ofAdmins = [
    ['performance', 'Administrator Access Required', 'System performance analytics are restricted to administrators.'],
    ['behavior', 'Administrator Access Required', 'User behavior analytics are restricted to administrators.'],
    ['platform-revenue', 'Admin Access Required', 'Revenue analytics are restricted to administrators.'],
  ] as const;
  const ofBoth = [
    ['revenue', 'Access Restricted', 'Revenue data is only available to administrators and partners.'],
    ['intelligence', 'Access Restricted', 'Detailed business intelligence is for administrators and partners.'],
  ] as const;
  for (const [reader, refused] of [
    [traveler, [...ofBoth, ...ofAdmins]],
    [owner, ofAdmins],
  ] as const)
    for (const [tab, title, text] of refused) {
      await reader.goto(`/analytics?tab=${tab}`);
      await ready(reader);
      await expect(reader.getByRole('heading', { level: 1 }), tab).toHaveText(title);
      await expect(reader.getByText(text)).toBeVisible();
      await reader.getByRole('link', { name: 'Back to your figures' }).click();
      await expect(reader).toHaveURL(/\/analytics$/);
      await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Analytics');
    }
});

test('who works for a partner and may not see money sees none of it', async ({ product, elsewhere }) => {
  test.slow();
  const [owner, clerk] = [await elsewhere(), await elsewhere()];
  await aWeek(owner, await elsewhere(), product, 'staff@figures.example');
  await signInTraveler(clerk, product, 'clerk@figures.example');
  await ask(
    product,
    `with who as (select u.id, o.id as organisation, o.name from users u, organisations o join users w on w.id = o.owner_id
       where u.email = 'clerk@figures.example' and w.email = 'staff@figures.example'),
     profile as (update profiles set role = 'partner', organization_name = who.name from who where user_id = who.id)
     insert into members (organisation_id, kind, user_id, standing, permissions)
     select organisation, 'partner', id, 'staff', '{performance_analytics}' from who`,
  );
  const [whole, part] = [await figuresAt(owner, '/analytics'), await figuresAt(clerk, '/analytics')];
  expect(whole.Revenue).toBe('$1,314.50');
  const { Revenue: _, ...rest } = whole;
  expect(part).toEqual(rest);
  await expect(sections(clerk)).toHaveText(['Overview', 'Intelligence']);
  await openFigures(clerk, '/analytics?tab=intelligence');
  for (const address of ['/analytics', '/analytics?tab=intelligence']) {
    await openFigures(clerk, address);
    await expect(clerk.locator('[data-desk]')).not.toContainText('$');
  }
  await clerk.goto('/analytics?tab=revenue');
  await expect(clerk.getByRole('heading', { level: 1 })).toHaveText('Access Restricted');
  await expect(clerk.getByText('Revenue data is only available to administrators and partners.')).toBeVisible();

  // Of money alone there is nothing here: its revenue stands on scans.
  const allow = (permissions: string) =>
    ask(
      product,
      `update members m set permissions = $1::text[] from users u where u.id = m.user_id and u.email = 'staff@figures.example'`,
      [permissions],
    );
  await allow('{commission_tracking}');
  expectErrors(owner, '403 /analytics');
  await owner.goto('/analytics?tab=revenue');
  await expect(owner.getByText('This does not come with your account.', { exact: false })).toBeVisible();
  await allow('{performance_analytics,commission_tracking}');
  await openFigures(owner, '/analytics?tab=revenue');
  await expect(sections(owner)).toHaveText(['Overview', 'Intelligence', 'Revenue']);

  // Nobody of an organisation that is suspended has figures; at home it is said.
  await ask(
    product,
    `update organisations o set state = 'suspended' from users u where u.id = o.owner_id and u.email = 'staff@figures.example'`,
  );
  await owner.goto('/analytics');
  await expect(owner).toHaveURL('/dashboard');
});

test('each figure leads to its rows, which are exactly these', async ({ page, product, elsewhere }) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  // A code that was scanned and not booked by is none that brought bookings.
  await scan(await elsewhere(), product, product.codes[0]!.qr_code_id);
  await openFigures(page, '/analytics?tab=intelligence&time_range=24h');
  // By other tests on the same guide there may be bookings.
  const [told] = await ask<{ booked: boolean }>(
    product,
    `select exists (select from bookings where partner_id is not null and status in ('confirmed', 'completed')
       and booked_at > now() - interval '24 hours') as booked`,
  );
  await expect(page.getByRole('heading', { name: 'No partner was booked in this time' })).toHaveCount(
    told!.booked ? 0 : 1,
  );
  const guest = await elsewhere();
  const { codes } = await aWeek(await elsewhere(), guest, product, 'rows@figures.example');
  await scan(await elsewhere(), product, codes[1]!);
  const figures = await figuresAt(page, '/analytics?time_range=24h');
  const see = async (link: string, title: string, figure: string) => {
    await openFigures(page, '/analytics?time_range=24h');
    await page.getByRole('link', { name: link }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What a figure counts');
    const rows = await rowsOf(page, title);
    expect(rows).toHaveLength(Number(figures[figure]));
    return rows;
  };
  const scans = await see('See the scans', 'Scans', 'QR Scans');
  expect(scans.slice(0, 2).map((row) => row.slice(1))).toEqual([
    ['Lobby', codes[1], 'Hale Nani'],
    ['Hale Kai o nā Hōkū', codes[0], 'Hale Nani'],
  ]);
  const clicks = await see('See the clicks', 'Clicks', 'Clicks');
  expect(clicks[0]!.slice(3)).toEqual(['Hale Kai o nā Hōkū', codes[0], 'Hale Nani']);
  const bookings = await see('See the bookings', 'Bookings', 'Bookings');
  expect(bookings.slice(0, 2).map((row) => row.slice(3, 6))).toEqual([
    ['Confirmed', '$80.00', 'Hale Kai o nā Hōkū'],
    ['Completed', '$1,234.50', 'Hale Kai o nā Hōkū'],
  ]);
  // The funnel has its own, and a day of the table has those of its platform.
  await openFigures(page, '/analytics?tab=intelligence&time_range=7d');
  await page.getByRole('link', { name: 'See the completed ones' }).first().click();
  await expect(page).toHaveURL('/analytics/rows?of=completed&time_range=7d');
  expect((await rowsOf(page, 'Completed bookings'))[0]!.slice(3, 5)).toEqual(['Completed', '$1,234.50']);
  await openFigures(page, '/analytics?tab=intelligence&time_range=7d');
  for (const [link, address] of [
    ['See the campaigns', '/campaigns/results?range=7d'],
    ['See the reviews', '/bookings?view=reviews'],
    ['See the partners', '/partners?status=active'],
    ['See the codes', '/locations'],
    ['See the listings', '/content'],
  ] as const)
    await expect(page.getByRole('link', { name: link }).first()).toHaveAttribute('href', address);
  await openFigures(page, '/analytics?tab=platform-revenue&time_range=7d');
  const days = page.getByRole('table', { name: 'By day and platform' }).locator('tbody tr');
  const booked = Number(/\d+/.exec(await days.first().getByRole('cell').nth(2).innerText())![0]);
  await days.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/analytics\/rows\?of=bookings&time_range=7d&day=20\d\d-\d\d-\d\d&platform=\w+$/);
  expect(await rowsOf(page, 'Bookings')).toHaveLength(booked);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'See the bookings' }).click();
  await expect(page).toHaveURL('/analytics/rows?of=bookings&time_range=7d');
  await page.goto('/analytics/rows?of=bookings&time_range=24h');
  await ready(page);
  await page.getByRole('combobox', { name: 'Platform' }).selectOption('Viator');
  const said = page.locator('[data-desk] [role=status]').first();
  await expect(said).toContainText(/bookings? by Viator in the last 24 hours, newest first/);
  await page.getByLabel('Day', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('Nothing like that in this time')).toBeVisible();
  await expect(said).toHaveText('0 bookings by Viator on Jan 1, 2020, newest first.');
  await page.getByRole('link', { name: 'Back to the figures' }).click();
  await expect(page).toHaveURL('/analytics?time_range=24h');
  await expectOnEveryWidth(
    page,
    '/analytics/rows?of=bookings',
    'figures-rows',
    () => page.getByRole('table', { name: 'Bookings' }),
    async (_page, address) => {
      await page.goto(address);
      await ready(page);
    },
  );
});

test('days and platforms of a long range stand in pages; where nobody told an amount there is none, and what is not over is not drawn as a fall', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin@example.com');
  await ask(
    product,
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, estimated, status, booked_at)
     select 'long-' || day || platform, (select id from users where email = 'admin@example.com'), (select min(id) from listings),
       platform, 12500, false, 'confirmed', now() - day * interval '1 day'
     from generate_series(20, 79) as day, unnest('{viator,fareharbor}'::text[]) as platform`,
  );
  await ask(
    product,
    `update bookings set estimated = true where booked_at >= now() - interval '40 days' and booked_at < now() - interval '38 days'`,
  );
  await openFigures(page, '/analytics?tab=platform-revenue&time_range=90d');
  const read = async () =>
    (await rowsOf(page, 'By day and platform')).map((row) => [row[0]!, row[1]!, row.at(-1)!] as const);
  const pages = [await read()];
  const next = page.getByRole('link', { name: 'Next page' });
  while (await next.isVisible()) {
    const first = pages.at(-1)![0]!.join();
    await next.click();
    await expect.poll(async () => (await read())[0]!.join()).not.toBe(first);
    pages.push(await read());
  }
  expect(pages.slice(0, -1).map((rows) => rows.length)).toEqual(pages.slice(0, -1).map(() => 50));
  const told = await ask<{ day: string; platform: string; cents: number }>(
    product,
    `select (booked_at at time zone 'Pacific/Honolulu')::date::text as day, platform,
       (coalesce(sum(amount_cents) filter (where not estimated), 0))::integer as cents
     from bookings where status in ('confirmed', 'completed')
       and booked_at >= date_trunc('day', now(), 'Pacific/Honolulu') - interval '89 days' group by 1, 2`,
  );
  const names: Record<string, string> = { viator: 'Viator', fareharbor: 'FareHarbor', external: 'Other' };
  const expected = told.map(({ day, platform, cents }) =>
    [calendarDay(day), names[platform]!, cents > 0 ? dollars(cents / 100) : '–'].join(' '),
  );
  expect(
    pages
      .flat()
      .map((row) => row.join(' '))
      .toSorted(),
  ).toEqual(expected.toSorted());
  expect(expected.filter((row) => row.endsWith('–')).length).toBeGreaterThan(0);
  await expect(page.getByRole('figure', { name: 'Revenue by day' }).locator('[data-open]')).toHaveCount(1);
  await page.getByRole('link', { name: 'First page' }).click();
  await expect.poll(read).toEqual(pages[0]);
  // Another range begins with its first page.
  await next.click();
  await ranges(page).filter({ hasText: 'year' }).click();
  await expect(page).toHaveURL(/time_range=1y/);
  await expect(page).not.toHaveURL(/after=/);
  await openFigures(page, '/analytics?tab=performance&time_range=30d');
  await expect(page.getByText(/^Measured since /)).toBeVisible();
  const measured = await (await tableOf(page, 'Over time')).evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
  );
  expect(measured).toHaveLength(30);
  // A day is measured since it began, as the product has: all before it are no days without a request.
  expect(new Set(measured.slice(0, 28).flat())).toEqual(new Set(['–']));
  expect(Number(measured.at(-1)![0]!.replaceAll(',', ''))).toBeGreaterThan(0);
});

/** The names of the figures that a desk shows, in sums, tables and charts, and of those that it does not say what they are. */
const namedFigures = (page: Page) =>
  page.locator('[data-desk]').evaluate((desk) => {
    const shown: string[] = [];
    const unsaid: string[] = [];
    const say = (name: string, meaning: string | null | undefined) => {
      shown.push(name);
      if (!meaning || meaning === name) unsaid.push(name);
    };
    for (const one of desk.querySelectorAll('dl > div'))
      say(one.querySelector('dt')!.textContent!, one.querySelector('[data-meaning]')?.textContent);
    for (const table of desk.querySelectorAll('table')) {
      const whole = table.closest('figure') ?? table.closest('section')!.parentElement!;
      for (const head of table.querySelectorAll('th[scope=col]'))
        if (['right', 'end'].includes(getComputedStyle(head).textAlign)) {
          const name = head.textContent!;
          say(name, whole.querySelector(`[data-meaning="${name}"]`)?.textContent);
        }
    }
    return { shown, unsaid };
  });

test('each figure of a sum, a table and a chart says what it is', async ({ page, product, elsewhere }) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  const owner = await elsewhere();
  await aWeek(owner, await elsewhere(), product, 'meant@figures.example');
  for (const [reader, address, fewest] of [
    [page, '/analytics', 10],
    [page, '/analytics?tab=intelligence', 15],
    [page, '/analytics?tab=platform-revenue', 11],
    [page, '/analytics?tab=performance&time_range=24h', 15],
    [page, '/analytics?tab=behavior', 15],
    [page, '/analytics/rows?of=bookings', 1],
    [page, '/dashboard?tab=reports', 7],
    [page, '/dashboard?tab=reports&report=performance', 9],
    [owner, '/analytics', 10],
    [owner, '/analytics?tab=intelligence', 12],
    [owner, '/analytics?tab=revenue', 9],
  ] as const) {
    // On a phone rows of a table are cards.
    await reader.setViewportSize({ width: 1280, height: 900 });
    await reader.goto(address);
    await ready(reader);
    await expect(reader.locator('[data-desk] table').first()).toBeAttached();
    const { shown, unsaid } = await namedFigures(reader);
    expect(unsaid, address).toEqual([]);
    expect(shown.length, address).toBeGreaterThanOrEqual(fewest);
  }
});

test('each figure at an administrator’s home says what it is', async ({ page, product, elsewhere }) => {
  await signIn(page, product, 'admin@example.com');
  await scan(await elsewhere(), product, product.codes[0]!.qr_code_id);
  for (const [tab, fewest] of [
    ['', 15],
    ['?tab=analytics', 9],
    ['?tab=distributors', 5],
  ] as const) {
    await page.goto(`/dashboard${tab}`);
    await ready(page);
    await expect(page.locator('main section dl').first()).toBeVisible();
    const figures = await page.locator('main section').evaluateAll((sections) =>
      sections.flatMap((section) =>
        [...section.querySelectorAll('dl > div > dt')].map(({ textContent: name }) => ({
          name,
          meaning: section.querySelector(`[data-meaning="${name}"]`)?.textContent ?? null,
        })),
      ),
    );
    expect(figures.filter(({ name, meaning }) => !meaning || meaning === name)).toEqual([]);
    expect(figures.length).toBeGreaterThanOrEqual(fewest);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.locator('main summary', { hasText: 'What these figures are' }).first().click();
    await page.screenshot({ path: `test-results/home-meanings${tab.replace('?tab=', '-')}-1280.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `test-results/home-meanings${tab.replace('?tab=', '-')}-390.png`, fullPage: true });
  }
});

test('without a network what is on screen stays, and says so', async ({ page, product, elsewhere }) => {
  await signIn(page, product, 'admin@example.com');
  await scan(await elsewhere(), product, product.codes[0]!.qr_code_id);
  const { 'QR Scans': scans } = await figuresAt(page, '/analytics');
  await cut(page, '**/api/analytics/overview?*');
  expectErrors(page, 'net::ERR_FAILED /api/analytics/overview');
  await ranges(page).filter({ hasText: '7 days' }).click();
  await expect(stillShown(page)).toBeVisible();
  await expect(page.getByText('QR Scans', { exact: true }).first()).toBeVisible();
  expect(scans).not.toBe('0');
  await page.unroute('**/api/analytics/overview?*');
  await ranges(page).filter({ hasText: '90 days' }).click();
  await expect(stillShown(page)).toHaveCount(0);
});

test.describe('of use at every width', () => {
  for (const [name, query, shown] of [
    ['overview', '', 'Over time'],
    ['overview-24h', '?time_range=24h', 'Over time'],
    ['intelligence', '?tab=intelligence', 'Network'],
    ['platform-revenue', '?tab=platform-revenue', 'By day and platform'],
    ['performance', '?tab=performance&time_range=24h', 'By what was asked'],
    ['behavior', '?tab=behavior', 'What pages tell'],
  ] as const)
    test(`administrators: ${name}`, async ({ page, product, elsewhere }) => {
      test.slow();
      await signIn(page, product, 'admin@example.com');
      await aWeek(await elsewhere(), await elsewhere(), product, `${name}@widths.example`);
      const heading = () => page.getByRole('heading', { name: shown, exact: true }).first();
      await expectOnEveryWidth(page, `/analytics${query}`, `figures-${name}`, heading, openFigures);
    });

  test('partners: before anything and after', async ({ page, product, elsewhere }) => {
    test.slow();
    await ownPlaces(page, product, 'none@widths.example', []);
    await openFigures(page, '/analytics?tab=intelligence');
    await expect(page.getByRole('heading', { name: 'You have no places yet' })).toBeVisible();
    await ownPlaces(page, product, 'empty@widths.example', ['Hale Kai']);
    await openFigures(page, '/analytics');
    await expect(page.getByRole('heading', { name: 'Nothing in this time' })).toBeVisible();
    await openFigures(page, '/analytics?tab=revenue');
    await expect(page.getByRole('heading', { name: 'Nothing in this time' })).toBeVisible();
    await openFigures(page, '/analytics?tab=intelligence');
    await expect(page.getByText('Nobody has written a review in this time.')).toBeVisible();
    await page.screenshot({ path: 'test-results/figures-partner-empty.png', fullPage: true });
    await openFigures(page, '/analytics?tab=intelligence&time_range=24h');
    await expect(page.getByRole('heading', { name: 'Places are told by whole days' })).toBeVisible();
    await expect(page.getByText('All that there are, with a code or without.')).toBeVisible();
    await aWeek(page, await elsewhere(), product, 'partner@widths.example');
    await openFigures(page, '/analytics?time_range=24h');
    await expect(page.getByRole('heading', { name: 'Told by whole days' })).toBeVisible();
    await expect(page.getByRole('figure', { name: 'Over time' })).toHaveCount(0);
    for (const [name, query, shown] of [
      ['overview', '', 'Over time'],
      ['intelligence', '?tab=intelligence', 'Your places'],
      ['revenue', '?tab=revenue', 'By day and platform'],
    ] as const) {
      const heading = () => page.getByRole('heading', { name: shown, exact: true }).first();
      await expectOnEveryWidth(page, `/analytics${query}`, `figures-partner-${name}`, heading, openFigures);
    }
  });
});
