import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aMember, anOwner, organisationOf } from '../../../tests/an-organisation.ts';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { type MailTrap, openMailTrap } from '../../../tests/e2e/mail-trap.ts';
import { aCommission, follow } from '../../../tests/ledger-rows.ts';
import { endMonthsByClock } from '../../../tests/over-months.ts';
import { builtWeb } from '../../../tests/page-apps.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { startSession } from '../../platform/sessions/sessions.ts';
import { mailLanguagesOf } from '../pages/mail-words.ts';
import { followBooking, makeStatements } from './commission.ts';

const day = 86_400;
let trap: MailTrap;
let world: World;
let partner: TestUser;
let organisation: string;
beforeAll(async () => {
  trap = await openMailTrap();
});
afterAll(() => trap.close());
beforeEach(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off', SMTP_URL: trap.url }, webFolder: builtWeb });
  [partner, organisation] = await aPartner();
  await endMonthsByClock(world);
  return () => world.close();
});

async function aPartner(): Promise<[TestUser, string]> {
  const user = await world.aUser({ role: 'partner' });
  return [user, (await organisationOf(world, user.id))!];
}
const make = () => makeStatements({ ...world, ...mailLanguagesOf(undefined) }, world.clock.now());
/** The clock goes on to an hour of the first of December, January and so on: four in the morning in Hawaiʻi. */
const untilFirst = (month: string) =>
  world.clock.advance((Date.parse(`${month}-01T14:00:00Z`) - world.clock.now().getTime()) / 1_000);
const sentTo = async ({ email }: TestUser) =>
  (await world.mail()).filter(({ to, subject }) => to === email && /statement/.test(subject));
/** Signs somebody in whose session has ended in so long a time. */
async function again({ id: userId, role }: TestUser): Promise<{ cookie: string }> {
  const session = { userId, role, now: world.clock.now(), userAgent: 'test', previous: undefined };
  return { cookie: `session=${(await startSession(world.db, session)).token}` };
}
const statementOf = async (month: string, id = organisation, by = partner) =>
  (await world.call(`GET /api/organisations/${id}/statements/${month}`, await again(by))).body;
const fileOf = async (month: string) =>
  (await world.call(`GET /api/organisations/${organisation}/statements/${month}/file`, await again(partner))).raw;
/** The amount of a booking is set right by an administrator. */
async function correct(booking: string, amount: number): Promise<void> {
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { status: 'completed', amount, reason: 'On the statement' };
  const { status } = await world.call(`PATCH /api/bookings/${booking}`, { cookie, body });
  expect(status).toBe(200);
}

test('on the first of the month the worker makes the statement final and mails the owners, who alone may see earnings', async () => {
  const colleague = await anOwner(world, organisation);
  // Of staff from before it was for owners alone.
  const clerk = await aMember(world, organisation, ['commission_tracking']);
  const other = await aMember(world, organisation, ['qr_code_management']);
  const [idle] = await aPartner();
  await world.db.updateTable('users').set({ language: 'ja' }).where('id', '=', colleague.id).execute();
  const start = async () => {
    const stop = await startWork(world, undefined, builtWeb);
    const done = () => world.db.selectFrom('statement_months').select('month').where('done_at', 'is', null).execute();
    return { stop, done };
  };
  // The month in which this is done for the first time.
  const first = await start();
  await expect.poll(first.done, { timeout: 20_000 }).toEqual([{ month: '2026-11-01' }]);
  await first.stop();
  await aCommission(world, organisation, 'Reef walk');
  untilFirst('2026-12');
  const second = await start();
  await expect.poll(second.done, { timeout: 20_000 }).toEqual([{ month: '2026-12-01' }]);
  const statement = /statement|明細書/;
  const [english, japanese] = [
    await trap.waitFor(partner.email, 0, statement),
    await trap.waitFor(colleague.email, 0, statement),
  ];
  await second.stop();
  expect(english.subject).toBe('Your commission statement, November 2026');
  for (const line of [
    'Owed when the month began: $0.00',
    'Became payable: $60.00',
    'Asked back: $0.00',
    'Paid out: $0.00',
    'Owed when the month ended: $60.00',
    `http://localhost:3000/auth?redirect=%2Fmoney%2Fstatement%3Forganisation%3D${organisation}%26month%3D2026-11`,
  ])
    expect(english.text).toContain(line);
  expect(japanese.subject).toBe('手数料明細書：2026年11月');
  expect(japanese.text).toContain('月末の未払い残高：$60.00');
  // The day begun anew, by another process: nothing more.
  const third = await start();
  await make();
  await third.stop();
  const about = trap.messages.filter(({ subject }) => statement.test(subject));
  expect(about.map(({ recipients }) => recipients[0]).sort()).toEqual([partner.email, colleague.email].sort());
  for (const one of [clerk, other, idle]) expect(await sentTo(one)).toEqual([]);
  expect(await statementOf('2026-11')).toMatchObject({ final_at: '2026-12-01T14:00:00.000Z', earned: 60, closing: 60 });
}, 120_000);

test('what a final statement says stays, and what is set right later stands in the next month', async () => {
  await make();
  const booking = await aCommission(world, organisation, 'Reef walk');
  untilFirst('2026-12');
  await make();
  const [statement, file] = [await statementOf('2026-11'), await fileOf('2026-11')];
  expect(statement).toMatchObject({
    ...{ final_at: expect.any(String), opening: 0, earned: 60, closing: 60, line_count: 1 },
    lines: [expect.objectContaining({ experience: 'Reef walk', amount: 400, earned: 60 })],
  });
  await correct(booking, 100);
  await world.db.updateTable('listings').set({ name: 'Another name' }).where('name', '=', 'Reef walk').execute();
  expect(await statementOf('2026-11')).toEqual(statement);
  expect(await fileOf('2026-11')).toBe(file);
  const line = expect.objectContaining({ experience: 'Another name', amount: 100, earned: -45 });
  const next = { opening: 60, earned: -45, closing: 15, lines: [line] };
  expect(await statementOf('2026-12')).toMatchObject({ ...next, final_at: null });
  untilFirst('2027-01');
  await make();
  expect(await statementOf('2026-12')).toMatchObject({ ...next, final_at: '2027-01-01T14:00:00.000Z' });
  const mails = await sentTo(partner);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your commission statement, November 2026',
    'Your commission statement, December 2026',
  ]);
  expect(mails[1]!.text).toContain('Became payable: −$45.00');
  const owner = await ownerOf(world);
  for (const statement of ['update partner_statements set paid_cents = 1', 'delete from partner_statement_lines'])
    await expect(onServer(owner, statement)).rejects.toMatchObject({ code: '42501' });
});

test('what is being posted while the month is closed is in it, and what comes after it is of the next', async () => {
  await make();
  const inTime = await aCommission(world, organisation, 'In time');
  const late = await aCommission(world, organisation, 'Late', { status: 'cancelled' });
  const ofMonth = world.clock.now();
  untilFirst('2026-12');
  const by = { actorId: null, cause: 'test' };
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const set = (id: string, cents: number) =>
    world.db.updateTable('bookings').set({ amount_cents: cents, status: 'completed' }).where('id', '=', id).execute();
  await set(inTime, 20_000);
  const posting = withTransaction(world.db, async (tx) => {
    await followBooking(tx, ofMonth, inTime, by);
    begun.resolve();
    await goOn.promise;
  });
  await begun.promise;
  const making = make();
  const waits = () => sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(world.db);
  await expect.poll(async () => (await waits()).rows.length, { timeout: 20_000 }).toBe(1);
  goOn.resolve();
  await Promise.all([posting, making]);
  await set(late, 10_000);
  await withTransaction(world.db, (tx) => followBooking(tx, ofMonth, late, by));
  expect(await statementOf('2026-11')).toMatchObject({ earned: 30, closing: 30, line_count: 1 });
  expect(await statementOf('2026-12')).toMatchObject({ opening: 30, earned: 15, closing: 45, line_count: 1 });
  const moved = world.db.selectFrom('ledger_entries').select('posted_at').distinct().where('booking_id', '=', late);
  expect(await moved.execute()).toEqual([{ posted_at: new Date('2026-12-01T10:00:00Z') }]);
});

test('once for each partner and month: by two workers, after one that broke off, and after two months without any', async () => {
  const others = [await aPartner(), await aPartner(), await aPartner()];
  await make();
  const all: [TestUser, string][] = [[partner, organisation], ...others];
  for (const [, id] of all) await aCommission(world, id);
  // A month in which nothing moves, but something is owed.
  untilFirst('2027-01');
  const owner = await ownerOf(world);
  const [, broken] = others[1]!;
  await onServer(
    owner,
    `create function break() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
     create trigger break before insert on partner_statement_lines for each row when (new.organisation_id = '${broken}')
       execute function break()`,
  );
  await Promise.all([make(), make()].map((made) => expect(made).rejects.toThrow('broken off')));
  // Nobody waits for it, in no month.
  for (const [user, id] of all) expect(await sentTo(user)).toHaveLength(id === broken ? 0 : 2);
  expect(await statementOf('2026-12', organisation)).toMatchObject({ final_at: expect.any(String), opening: 60 });
  await onServer(owner, 'drop trigger break on partner_statement_lines');
  await Promise.all([make(), make(), make()]);
  await make();
  for (const [user, id] of all) {
    const mails = await sentTo(user);
    expect(mails.map(({ subject }) => subject.replace(/.*, /, ''))).toEqual(['November 2026', 'December 2026']);
    expect(mails[1]!.text).toContain(
      'Became payable: $0.00\nAsked back: $0.00\nPaid out: $0.00\nOwed when the month ended: $60.00',
    );
    expect(await statementOf('2026-12', id, user)).toMatchObject({ opening: 60, earned: 0, closing: 60, lines: [] });
  }
});

test('one that the database asks to be made once more is made at once', async () => {
  await make();
  await aCommission(world, organisation);
  untilFirst('2026-12');
  await onServer(
    await ownerOf(world),
    `create sequence tries;
     create function deadlock() returns trigger language plpgsql security definer as $$ begin
       if nextval('tries') = 1 then raise exception 'in the way' using errcode = 'deadlock_detected'; end if; return new; end $$;
     create trigger deadlock before insert on partner_statements for each row execute function deadlock()`,
  );
  await make();
  expect(await statementOf('2026-11')).toMatchObject({ final_at: expect.any(String), closing: 60 });
  expect(await sentTo(partner)).toHaveLength(1);
});

test('the past before it was first done is mailed to nobody, nor is what stands at nothing, nor anything to the suspended', async () => {
  const [second, suspended] = await aPartner();
  await aCommission(world, organisation);
  await aCommission(world, suspended);
  await world.db.updateTable('organisations').set({ state: 'suspended' }).where('id', '=', suspended).execute();
  world.clock.advance(40 * day);
  await make();
  expect(await sentTo(partner)).toEqual([]);
  expect(await statementOf('2026-11')).toMatchObject({ final_at: null, earned: 60, closing: 60 });
  // What is taken back stands on one more statement; then nothing is owed, and nothing moves.
  for (let month = 0; month < 2; month++) {
    await world.db.updateTable('bookings').set({ amount_cents: 0 }).execute();
    for (const { id } of await world.db.selectFrom('bookings').select('id').execute()) await follow(world, id);
    world.clock.advance(35 * day);
    await make();
    expect(await sentTo(partner)).toHaveLength(1);
  }
  expect(await sentTo(second)).toEqual([]);
});
