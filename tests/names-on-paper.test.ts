import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInvoices } from '../server/features/campaigns/make-invoices.ts';
import { makeStatements } from '../server/features/commission/commission.ts';
import { mailLanguagesOf } from '../server/features/pages/mail-words.ts';
import { startSession } from '../server/platform/sessions/sessions.ts';
import { organisationOf } from './an-organisation.ts';
import { aCampaign, aLongPlace, anAdvertiser, aVisit, tell } from './campaigns-scene.ts';
import { aCommission } from './ledger-rows.ts';
import { endMonthsByClock } from './over-months.ts';
import { textsOfPdf } from './pdf-text.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

const japanese = '株式会社髙橋観光・朝のマンタレイ・シュノーケリングツアーとハレイワの散歩';
const long = `${'Snorkeling with manta rays by night, '.repeat(4)}and ${'W'.repeat(40)}`;

/** What is read on paper, as one text without spaces; no two texts of a line stand over each other, or beyond the paper. */
async function readPaper(bytes: Uint8Array): Promise<string> {
  const lines = (await textsOfPdf(bytes)).flat();
  for (const line of lines) {
    const ends = line.map(({ x, width }) => x + width);
    for (const [at, { x, text }] of line.entries())
      expect(x, `begins after what stands before it: ${text}`).toBeGreaterThan((ends[at - 1] ?? 0) - 0.5);
    expect(Math.max(...ends), line.map(({ text }) => text).join(' ')).toBeLessThanOrEqual(612 - 54);
  }
  // What stands in a column is read down it: what begins at the same place, and what follows on that at once.
  const columns = new Map<number, string>();
  for (const line of lines) {
    let [begins, ended] = [0, -Infinity];
    for (const { x, width, text } of line) {
      if (x - ended > 4) begins = Math.round(x);
      ended = x + width;
      columns.set(begins, `${columns.get(begins) ?? ''}${text}`);
    }
  }
  return [...columns.values()].join('\n').replaceAll(/[^\S\n]/gu, '');
}
const bare = (text: string) => text.replaceAll(' ', '');

test('an invoice has names in Japanese letters, and long ones whole, each within its own column', async () => {
  await endMonthsByClock(world);
  const night = async () => {
    const maker = { ...world, ...mailLanguagesOf(undefined) };
    await makeStatements(maker, world.clock.now());
    await makeInvoices(maker, world.clock.now());
  };
  await night();
  const place = await aLongPlace(world);
  const advertiser = await anAdvertiser(world);
  const { db, clock } = world;
  await db.updateTable('organisations').set({ name: japanese }).where('id', '=', advertiser.organisation).execute();
  await db.updateTable('listings').set({ name: long }).where('id', '=', advertiser.listing).execute();
  const campaign = await aCampaign(world, advertiser, { name: japanese, last_day: '2027-10-01' });
  const { code } = await world.aCode();
  await tell(world, await aVisit(world, code), [{ campaign, list: `location/${place}` }]);
  clock.advance((Date.parse('2026-12-01T14:00:00Z') - clock.now().getTime()) / 1_000);
  await night();
  const { id: userId, role } = advertiser.user;
  const session = { userId, role, now: clock.now(), userAgent: 'test', previous: undefined };
  const cookie = `session=${(await startSession(db, session)).token}`;
  const [{ id }] = (await world.call('GET /api/campaign-invoices', { cookie })).body.rows;
  const { bytes } = await world.call(`GET /api/campaign-invoices/${id}/file?format=pdf`, { cookie });
  const read = await readPaper(bytes);
  expect(read).toContain(bare(`For ${japanese}: campaigns in November 2026`));
  for (const name of [japanese, long]) expect(read, name).toContain(bare(name));
});

test('a partner’s statement has them too', async () => {
  const partner = await world.aUser({ role: 'partner' });
  const organisation = (await organisationOf(world, partner.id))!;
  await world.db.updateTable('organisations').set({ name: japanese }).where('id', '=', organisation).execute();
  for (const name of [japanese, long]) await aCommission(world, organisation, name);
  const path = `GET /api/organisations/${organisation}/statements/2026-12/file?format=pdf` as const;
  const read = await readPaper((await world.call(path, { cookie: partner.cookie })).bytes);
  expect(read).toContain(bare(`For ${japanese}`));
  for (const name of [japanese, long]) expect(read, name).toContain(bare(name));
});
