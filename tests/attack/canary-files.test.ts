import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStatements } from '../../server/features/commission/commission.ts';
import { mailLanguagesOf } from '../../server/features/pages/mail-words.ts';
import { aCommission } from '../ledger-rows.ts';
import { endMonthsByClock } from '../over-months.ts';
import { builtWeb, openPage } from '../page-apps.ts';
import { aPartner, type PartnerScene, scanBy } from '../partner-scene.ts';
import { linesOfPdf } from '../pdf-text.ts';
import { again, choose, report, until } from '../reports-scene.ts';
import { createWorld, type TestUser, type World } from '../world.ts';

/** A hotel whose name, place, request and sale have its word in them, and whose amounts are nobody else's. */
interface Marked extends PartnerScene {
  word: string;
  words: readonly string[];
}

let world: World;
let admin: TestUser;
let hotels: readonly [Marked, Marked];

async function aMarkedHotel(word: string, scans: number, cents: number): Promise<Marked> {
  const scene = await aPartner(world, { name: `${word} lobby` });
  await world.db
    .updateTable('organisations')
    .set({ name: `${word} hotel` })
    .where('id', '=', scene.organisation)
    .execute();
  await choose(world, scene.owner, 'monthly');
  await scanBy(world, scene.code, scans);
  await aCommission(world, scene.organisation, `${word} reef walk`, { amount_cents: cents });
  const body = { location_name: `${word} pool`, latitude: 19.72, longitude: -155.08 };
  const sent = await world.call('POST /api/partner-portal/qr-request', { cookie: scene.owner.cookie, body });
  const decided = await world.call(`POST /api/admin/qr-requests/${sent.body.request.id}/reject`, {
    cookie: admin.cookie,
    body: { reason: `${word} is closed` },
  });
  expect([sent.status, decided.status]).toEqual([201, 200]);
  return { ...scene, word, words: [word, scene.code] };
}

beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  admin = await world.aUser({ role: 'admin' });
  await endMonthsByClock(world);
  const state = () => makeStatements({ ...world, ...mailLanguagesOf(undefined) }, world.clock.now());
  // From here on: what was before is mailed to nobody.
  await Promise.all([report(world), state()]);
  hotels = [await aMarkedHotel('Zzfirst', 6, 81_234_500), await aMarkedHotel('Zzsecond', 9, 71_112_300)];
  until(world, '2026-12-01T16:00:00Z');
  await report(world);
  await state();
}, 60_000);
afterAll(() => world.close());

const other = (hotel: Marked) => hotels.find((one) => one !== hotel)!;
/** What of a hotel's stands in a text. */
const told = ({ words }: Marked, text: string) => words.filter((word) => text.includes(word));

const files = {
  'the report': () => '/api/partner-portal/export-report?format=csv',
  'the month as CSV': ({ organisation }: Marked) =>
    `/api/organisations/${organisation}/statements/2026-11/file?format=csv`,
  'the month as PDF': ({ organisation }: Marked) =>
    `/api/organisations/${organisation}/statements/2026-11/file?format=pdf`,
  'the print kit': ({ code }: Marked) =>
    `/api/partner-portal/qr-code/${code}/print-kit/file?format=counter-card&paper=a4&language=en`,
} as const;

test.each(Object.entries(files))('%s tells each hotel its own alone', async (_, address) => {
  for (const hotel of hotels) {
    const { status, bytes } = await world.call(`GET ${address(hotel)}`, { cookie: await again(world, hotel.owner) });
    expect(status).toBe(200);
    const isPdf = bytes.subarray(0, 5).toString() === '%PDF-';
    const text = `${isPdf ? (await linesOfPdf(bytes)).flat().join('\n') : ''}${bytes.toString('latin1')}`;
    expect(told(hotel, text).length).toBeGreaterThan(0);
    expect(told(other(hotel), text)).toEqual([]);
  }
});

// Which hotel the report is of stands in nothing but the session.
const named = Object.entries(files).filter(([name]) => name !== 'the report');
test.each(named)('%s of another hotel is like one that is not there', async (_, address) => {
  for (const hotel of hotels) {
    const { status, raw } = await world.call(`GET ${address(other(hotel))}`, {
      cookie: await again(world, hotel.owner),
    });
    expect([status, told(other(hotel), raw.replaceAll(other(hotel).code, ''))]).toEqual([404, []]);
  }
});

test('no mail to a hotel has a word of the other one, and each of its links leads to a screen of its own', async () => {
  for (const hotel of hotels) {
    const mails = (await world.mail()).filter(({ to }) => to === hotel.owner.email);
    // What became of a request, the month’s statement, and the report.
    expect(mails.filter(({ subject }) => /rejected|statement|report/i.test(subject))).toHaveLength(3);
    expect(mails.flatMap((mail) => told(other(hotel), JSON.stringify(mail)))).toEqual([]);
    expect(mails.filter((mail) => told(hotel, JSON.stringify(mail)).length > 0).length).toBeGreaterThan(0);
    const links = mails.flatMap(({ text }) => text.match(/\/auth\?redirect=\S+/g) ?? []);
    expect(links.length).toBeGreaterThanOrEqual(3);
    const cookie = `${await again(world, hotel.owner)}; signed_in=1`;
    for (const link of links) {
      const screen = decodeURIComponent(link.split('redirect=')[1]!);
      const { status, html } = await openPage(world.app, screen, { cookie });
      expect([screen, status]).toEqual([screen, 200]);
      expect(told(other(hotel), html)).toEqual([]);
    }
  }
});
