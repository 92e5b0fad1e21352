import { readFileSync, writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import { demoBooksFile, hasDemoPlatforms, startDemoPlatforms } from '../server/features/demo/demo-platforms.ts';
import { readViatorFeed } from '../server/features/platforms/viator-feed.ts';
import { readSettings } from '../server/platform/settings.ts';
import { Books } from '../simulators/books.ts';
import type { Simulators } from '../simulators/server.ts';
import { organisationOf } from './an-organisation.ts';
import { bookingOf, takeUp, toldOf } from './platform-news.ts';
import { addressOfSale, followAt, SimulatedBrowser } from './simulated-browser.ts';
import { createWorld, type TestUser, type World } from './world.ts';

const fareharborLink = 'https://fareharbor.com/embeds/book/reefwalk/items/4711/?full-items=yes';
const offers = [{ link: fareharborLink, title: 'Sunrise reef walk', cents: 6_000, rate: 0.2 }];
const environment = { FAREHARBOR_AFFILIATE: 'holo', VIATOR_PARTNER_ID: 'P1', GETYOURGUIDE_PARTNER_ID: 'G1' };

let world: World;
let simulators: Simulators;
let product: string;
let partner: TestUser;
let code: { code: string; locationId: number };
let browser: SimulatedBrowser;

const start = () => startDemoPlatforms(world.settings, { offers, product, port: 0, clock: world.clock });
beforeAll(async () => {
  world = await createWorld({ environment });
  product = await world.app.listen({ port: 0, host: '127.0.0.1' });
  simulators = await start();
  browser = new SimulatedBrowser(simulators);
  partner = await world.aUser({ role: 'partner' });
  await organisationOf(world, partner.id);
  const links = [
    fareharborLink,
    'https://www.viator.com/tours/Oahu/Leahi-First-Light-Walk/d672-9907113P1',
    'https://www.getyourguide.com/oahu-l217/kakaako-mural-walk-t990118/',
    'https://hapunadunes.example/book',
  ];
  const listings = [];
  for (const booking_url of links) listings.push(await world.aListing({ booking_url, commission_rate: 0.2 }));
  code = await world.aCode({ location_id: await world.aPlace({ partner_id: partner.id, listings }) });
});
afterAll(async () => {
  await simulators.stop();
  await world.close();
});

const day = (after: number) => hawaiiDay(new Date(world.clock.now().getTime() + after * 86_400_000));
const explain = async (id: string) =>
  (await world.call(`GET /api/bookings/${id}/explanation`, { cookie: partner.cookie })).body;

const follow = (which: number) => followAt(world, code, which);
const readFeed = async () => {
  world.clock.advance(5);
  await readViatorFeed(world, pino({ level: 'silent' }));
  await takeUp(world);
};

describe('a link of the guide leads to the simulated platform', () => {
  test('with the click and our account, in each platform’s own parameters', async () => {
    const { link } = await follow(0);
    expect(link).toMatch(
      new RegExp(
        `^${simulators.origin}/fareharbor.com/embeds/book/reefwalk/items/4711/\\?full-items=yes&asn=holo&ref=\\w{32}$`,
      ),
    );
    expect((await follow(1)).link).toMatch(/\/www\.viator\.com\/tours\/.*\?pid=P1&medium=link&campaign=\w{32}$/);
    expect((await follow(2)).link).toMatch(/\?partner_id=G1&utm_medium=online_publisher&cmp=\w{32}$/);
    expect((await follow(3)).link).toMatch(/\/hapunadunes\.example\/book\?ref=\w{32}$/);
  });

  test('every page says that it is simulated, and may load nothing', async () => {
    for (const which of [0, 1, 2, 3]) {
      const { link } = await follow(which);
      const page = await fetch(link);
      expect(await page.text()).toContain('<strong>Simulated.</strong> This page stands in for');
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^ ]+; form-action/,
      );
    }
    expect((await browser.open('/')).html).toContain('<strong>Simulated.</strong>');
  });
});

describe('on the simulated FareHarbor', () => {
  test('a booking confirms ours by webhook, with the amount paid, and is explained; cancelled it is reversed', async () => {
    const { link, id } = await follow(0);
    const sale = await browser.book(link, { day: day(10), guests: '3' });
    expect(sale).toMatchObject({ supplier: 'reefwalk', item: '4711', cents: 18_848, taxCents: 848, rate: 0.2 });
    expect((await bookingOf(world, id)).status).toBe('pending');
    await takeUp(world);
    const booked = { reference: sale.reference, amount_cents: 18_848, estimated: false, check_in_time: '08:30' };
    expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', guest_count: 3, ...booked });
    expect(await toldOf(world, sale.reference)).toMatchObject({ match_kind: 'click', confidence: 100 });
    expect(await explain(id)).toMatchObject({
      ...{ state: 'pending', amount: 188.48, estimated: false, share: 28.27, travel_day: day(10) },
      scan: { code: code.code },
      changes: [{ action: 'booking_told_of', status: 'confirmed', told_by: 'fareharbor' }],
    });

    await browser.change(sale, { do: 'cancel' });
    await takeUp(world);
    expect((await bookingOf(world, id)).status).toBe('cancelled');
    const { state, share, entries } = await explain(id);
    expect([state, share]).toEqual(['none', 0]);
    expect(entries.filter(({ kind }: { kind: string }) => kind === 'reversal').length).toBeGreaterThan(0);
  });

  test('another day cancels the booking and makes another one of the same click', async () => {
    const { link, id, traveler } = await follow(0);
    const before = await browser.book(link, { day: day(5), guests: '2' });
    const after = await browser.change(before, { do: 'move', day: day(8) });
    expect(after).toMatchObject({ rebookedFrom: before.id, day: day(8), status: 'booked' });
    await takeUp(world);
    expect((await bookingOf(world, id)).status).toBe('cancelled');
    const { body } = await world.call('GET /api/bookings', { cookie: traveler.cookie });
    expect(body.map((one: Record<string, unknown>) => [one.status, one.booking_reference, one.check_in_date])).toEqual(
      expect.arrayContaining([
        ['cancelled', before.reference, day(5)],
        ['confirmed', after.reference, day(8)],
      ]),
    );
  });

  test('of a booking whose news is silent about the link, the word of the traveler with its address is enough', async () => {
    const { link, id, traveler } = await follow(0);
    const sale = await browser.book(link, { day: day(4), guests: '2', silent: 'on', email: traveler.email });
    await takeUp(world);
    expect((await bookingOf(world, id)).status).toBe('pending');
    await world.call(`PUT /api/bookings/${id}/details`, {
      cookie: traveler.cookie,
      body: { booking_reference: `#${sale.reference}`, check_in_date: day(4), guest_count: 2 },
    });
    expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', reference: sale.reference });
  });

  test('who came by no link of ours books without a word to us', async () => {
    const stranger = new SimulatedBrowser(simulators);
    const sale = await stranger.book('/fareharbor.com/embeds/book/reefwalk/items/4711/', { day: day(1), guests: '1' });
    expect(sale).toMatchObject({ click: null, affiliate: null });
    const { rows } = await world.database.pool.query('select from platform_bookings where reference = $1', [
      sale.reference,
    ]);
    expect(rows).toEqual([]);
    expect(simulators.books.toldOf(sale.id)).toBeUndefined();
    expect((await browser.open(addressOfSale(sale))).html).toContain('Nothing: no link of it led here.');
  });

  test('what a link said is remembered where the customer comes back without it', async () => {
    const { link } = await follow(0);
    const guest = new SimulatedBrowser(simulators);
    await guest.open(link);
    const again = await guest.book(new URL(link).pathname, { day: day(2), guests: '1' });
    expect(again).toMatchObject({ click: new URL(link).searchParams.get('ref'), affiliate: 'holo' });
  });
});

describe('on the others', () => {
  test.each([
    ['before the feed is read is believed', true, 'matched'],
    ['after that is proposed, for Viator tells no address', false, 'proposed'],
  ])('who says of a booking at Viator without a click that it is theirs %s', async (_, isEarly, state) => {
    const { link, id, traveler } = await follow(1);
    const sale = await browser.book(link, { day: day(4), guests: '2', silent: 'on', email: traveler.email });
    const body = { booking_reference: sale.reference, check_in_date: day(4), guest_count: 2 };
    const says = () => world.call(`PUT /api/bookings/${id}/details`, { cookie: traveler.cookie, body });
    if (isEarly) await says();
    world.clock.advance(60);
    await readFeed();
    world.clock.advance(60);
    if (!isEarly) await says();
    expect(await toldOf(world, sale.reference)).toMatchObject({ state, booking_id: id });
    expect((await bookingOf(world, id)).status).toBe(isEarly ? 'confirmed' : 'pending');
  });

  test('Viator’s feed tells of a booking, another day and a cancellation, and of no amount', async () => {
    const { link, id } = await follow(1);
    const sale = await browser.book(link, { day: day(6), guests: '2' });
    expect((await browser.open(addressOfSale(sale))).html).toContain('That is still to come');
    await readFeed();
    expect(await bookingOf(world, id)).toMatchObject({
      status: 'confirmed',
      reference: sale.reference,
      estimated: true,
    });
    expect((await browser.open(addressOfSale(sale))).html).toContain('It was told of this at');
    const later = await browser.change(sale, { do: 'move', day: day(9) });
    expect(later).toMatchObject({ id: sale.id, reference: sale.reference, day: day(9) });
    await readFeed();
    expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', check_in_date: day(9) });
    await browser.change(later, { do: 'cancel' });
    await readFeed();
    expect((await bookingOf(world, id)).status).toBe('cancelled');
  });

  test('whose feed is for its own account alone', async () => {
    const reply = await fetch(`${world.settings.viatorFeed!.url}/bookings/modified-since`, {
      headers: { 'exp-api-key': 'other' },
    });
    expect(reply.status).toBe(401);
  });

  test('GetYourGuide and an operator tell nothing but their statement of the month', async () => {
    for (const [which, platform, columns] of [
      [
        2,
        'getyourguide',
        'Booking Reference,Campaign,Status,Activity Date,Activity ID,Booking Value,Currency,Commission',
      ],
      [3, 'operator', 'Site,Ref,Code,State,Date,What,Paid,Yours'],
    ] as const) {
      const { link, id } = await follow(which);
      const sale = await browser.book(link, { day: day(7), guests: '2' });
      await readFeed();
      expect((await bookingOf(world, id)).status).toBe('pending');
      const page = await browser.open(addressOfSale(sale));
      const statement = /href="(\/statements\/[^"]+)"/.exec(page.html)![1]!;
      expect(statement).toBe(`/statements/${platform}-${day(7).slice(0, 7)}.csv`);
      const { html: csv } = await browser.open(statement);
      const [head, ...rows] = csv.trimEnd().split('\r\n');
      expect(head).toBe(columns);
      expect(rows.at(-1)).toContain(`${sale.reference},${sale.click},`);
      expect(rows.at(-1)).toContain((sale.cents / 100).toFixed(2));
    }
  });
});

describe('what cannot be booked', () => {
  const link = '/fareharbor.com/embeds/book/reefwalk/items/4711/';
  const right = { day: '2026-11-25', time: '08:30', guests: '2', name: 'Maya', email: 'maya@elsewhere.example' };

  test.each([
    [{ day: '2026-11-20' }, 'Choose a day from 2026-11-21 to 2027-11-21.'],
    [{ day: '2027-02-31' }, 'Choose a day from'],
    [{ day: '' }, 'Choose a day from'],
    [{ guests: '0' }, 'Say how many come, 1 to 12.'],
    [{ guests: '13' }, 'Say how many come'],
    [{ guests: '1.5' }, 'Say how many come'],
    [{ name: ' ' }, 'Say who comes.'],
    [{ email: 'maya' }, 'Say an address'],
  ])('%j is refused at its field, and kept', async (given, said) => {
    const count = simulators.books.sales.length;
    const { status, html } = await browser.send(link, { ...right, ...given });
    expect([status, html.match(/ aria-invalid="true" aria-describedby/g)?.length]).toEqual([400, 1]);
    expect(html).toContain(said);
    expect(html).toContain(`value="${'email' in given ? 'Maya' : 'maya@elsewhere.example'}"`);
    expect(simulators.books.sales).toHaveLength(count);
  });

  test('what is typed is shown as it was typed, and nothing else', async () => {
    const { html } = await browser.send(link, { ...right, name: '"><script>alert(1)</script>', email: 'no' });
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(html).not.toContain('<script');
  });

  test('a form of another site is not taken, nor one to another name, a page that is none, or a flood', async () => {
    const body = new URLSearchParams(right).toString();
    const post = (headers: Record<string, string>, sent = body) =>
      fetch(new URL(link, simulators.origin), { method: 'POST', headers, body: sent, redirect: 'manual' });
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({})).status).toBe(403);
    expect((await post({ origin: simulators.origin }, 'x'.repeat(9_000))).status).toBe(413);
    for (const path of ['/nothing', '/statements/none-2026-11.csv', `${link}booking/${'0'.repeat(36)}/`])
      expect((await browser.open(path)).status, path).toBe(404);
    expect((await fetch(new URL(link, simulators.origin), { method: 'DELETE' })).status).toBe(405);
  });

  test('a booking that is over, cancelled or moved changes no more', async () => {
    const sale = await browser.book(link, { day: day(1), guests: '1' });
    const moved = await browser.change(sale, { do: 'move', day: day(2) });
    expect(moved.id).not.toBe(sale.id);
    expect((await browser.change(sale, { do: 'cancel' })).status).toBe('rebooked');
    await browser.change(moved, { do: 'cancel' });
    expect((await browser.change(moved, { do: 'move', day: day(3) })).status).toBe('cancelled');
    const over = await browser.book(link, { day: day(1), guests: '1' });
    world.clock.advance(2 * 86_400);
    expect((await browser.change(over, { do: 'cancel' })).status).toBe('booked');
    expect((await browser.open(addressOfSale(over))).html).not.toContain('Cancel the booking');
  });
});

describe('the books', () => {
  test('outlive a stop, even one in the middle of a line; what was not told then is', async () => {
    const { link, id } = await follow(0);
    const secrets = world.settings.newsSecrets;
    world.settings.newsSecrets = [];
    const sale = await browser.book(link, { day: day(3), guests: '2' });
    expect(simulators.books.toldOf(sale.id)).toMatchObject({ change: 1, status: 404 });
    expect((await browser.open(addressOfSale(sale))).html).toContain('answered 404; that is tried again');
    await simulators.stop();
    Object.assign(world.settings, { newsSecrets: secrets, viatorFeed: undefined });
    const file = demoBooksFile(world.settings.dataDir);
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, `${whole}{"sale":{"id`);
    const before = simulators.books;
    simulators = await start();
    browser = new SimulatedBrowser(simulators);
    expect(simulators.books.id).toBe(before.id);
    expect(simulators.books.sales).toEqual(before.sales);
    await expect.poll(() => simulators.books.toldOf(sale.id)?.status).toBe(200);
    await takeUp(world);
    expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', reference: sale.reference });
    expect(Books.open(file).changes).toEqual(simulators.books.changes);
  });

  test('of Viator go on from where they were read, also by other cursors', async () => {
    const inbox = async () =>
      (await world.database.pool.query(`select from inbox where source = 'viator'`)).rows.length;
    const count = await inbox();
    await readFeed();
    expect(await inbox()).toBe(count);
    await world.db.updateTable('feeds').set({ cursor: 'others.7' }).execute();
    await readFeed();
    expect(await inbox()).toBe(count + simulators.books.changes.filter(({ platform }) => platform === 'viator').length);
  });
});

describe('in production', () => {
  const production = {
    NODE_ENV: 'production',
    DATA_DIR: '/nowhere',
    PUBLIC_URL: 'https://guide.example',
    SECRET_KEY: 'k'.repeat(32),
    SMTP_URL: 'smtp://mail.example:25',
    OIDC_CLIENT_ID: 'client',
    OIDC_CLIENT_SECRET: 'secret',
  };

  test('there are none, and they do not start', async () => {
    const settings = readSettings({ ...production, DEMO_DATA: 'on' });
    expect(hasDemoPlatforms(settings)).toBe(false);
    const starting = startDemoPlatforms(settings, { offers, product, port: 0, clock: world.clock });
    await expect(starting).rejects.toThrow('production');
  });

  test.each([
    [{}, true],
    [{ DEMO_DATA: 'guide' }, false],
    [{ DEMO_DATA: 'off' }, false],
    [{ ROLE: 'web', DATABASE_URL: 'postgres://a@b/c' }, false],
  ])('and elsewhere with the whole demo alone: %j', (given, isThere) => {
    const settings = readSettings({ DATA_DIR: world.settings.dataDir, ...given });
    expect(hasDemoPlatforms(settings)).toBe(isThere);
  });
});
