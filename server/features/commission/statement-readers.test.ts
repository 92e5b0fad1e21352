import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOwner, organisationOf } from '../../../tests/an-organisation.ts';
import { aCommission } from '../../../tests/ledger-rows.ts';
import { endMonthsByClock } from '../../../tests/over-months.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { mailLanguagesOf } from '../pages/mail-words.ts';
import { makeStatements } from './commission.ts';

/** More than a screen shows. */
const lines = 502;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  await endMonthsByClock(world);
});
afterAll(() => world.close());

const make = () => makeStatements({ ...world, ...mailLanguagesOf(undefined) }, world.clock.now());
async function aPartner(): Promise<[TestUser, string]> {
  const user = await world.aUser({ role: 'partner' });
  return [user, (await organisationOf(world, user.id))!];
}

test('a final statement has all its lines, however many, and is mailed to none who may not read it', async () => {
  const [owner, organisation] = await aPartner();
  const suspended = await anOwner(world, organisation);
  await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', suspended.id).execute();
  // An organisation that may not see earnings has nobody who may.
  const [restricted, other] = await aPartner();
  const permissions = ['qr_code_management'];
  await world.db.updateTable('members').set({ permissions }).where('user_id', '=', restricted.id).execute();
  await make();
  for (let made = 0; made < lines; made++) await aCommission(world, organisation);
  await aCommission(world, other);

  const file = async (kind: string) => {
    const { cookie } = await world.aUser({ role: 'admin' });
    return await world.call(`GET /api/organisations/${organisation}/statements/2026-11/${kind}`, { cookie });
  };
  const shown = async () => {
    const { cookie } = await world.aUser({ role: 'admin' });
    return (await world.call(`GET /api/organisations/${organisation}/statements/2026-11`, { cookie })).body;
  };
  const sums = { opening: 0, earned: lines * 60, closing: lines * 60, line_count: lines };
  const expectWhole = async () => {
    const statement = await shown();
    expect(statement).toMatchObject(sums);
    expect(statement.lines).toHaveLength(500);
    const written: string[] = (await file('file')).raw.trimEnd().split('\r\n');
    // Its header, the line of the opening and that of the closing stand around them.
    expect(written.slice(2, -1).map((line) => line.split(',').at(6))).toEqual(Array(lines).fill('60'));
    expect(written.at(-1)).toBe(`closing,,,,,,${lines * 60},0,0,${lines * 60}`);
  };
  await expectWhole();
  world.clock.advance((Date.parse('2026-12-01T14:00:00Z') - world.clock.now().getTime()) / 1_000);
  await make();
  expect((await shown()).final_at).toBe('2026-12-01T14:00:00.000Z');
  await expectWhole();

  const mailed = (await world.mail()).filter(({ subject }) => /statement/.test(subject)).map(({ to }) => to);
  expect(mailed).toEqual([owner.email]);
}, 120_000);
