import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientConfig } from '../../server/platform/database/database.ts';
import { tenantRole } from '../../server/platform/database/tenants.store.ts';
import { organisationOf } from '../an-organisation.ts';
import { aCommission, aPayout, aProposedCard, follow } from '../ledger-rows.ts';
import { createWorld, type World } from '../world.ts';
import { ownerOf } from './owner.ts';

let world: World;
let owner: pg.Client;
let booking: string;
let organisation: string;
/** What stood before the attacks. */
let before: unknown;
const standing = async () => {
  const { rows } = await owner.query(
    `select (select jsonb_agg(e order by id) from ledger_entries e) as entries,
      (select jsonb_object_agg(account_id, cents) from (select account_id, sum(cents) as cents from ledger_balances group by 1) b) as sums,
      (select jsonb_agg(a order by id) from ledger_accounts a) as accounts, (select jsonb_agg(r order by id) from rate_cards r) as cards`,
  );
  return rows[0];
};
beforeAll(async () => {
  world = await createWorld();
  owner = new pg.Client(clientConfig(await ownerOf(world)));
  await owner.connect();
  const partner = await world.aUser({ role: 'partner' });
  organisation = (await organisationOf(world, partner.id))!;
  booking = await aCommission(world, organisation);
  // One that was corrected, so that there is a reversal, and one that was paid.
  await world.db.updateTable('bookings').set({ amount_cents: 20_000 }).where('id', '=', booking).execute();
  await follow(world, booking);
  await aPayout(world, (await world.aUser({ role: 'admin' })).id);
  before = await standing();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** Tries a statement as a role, in a transaction that is then lost. @returns PostgreSQL's code; undefined where it went through */
async function tried(role: string | undefined, statement: string): Promise<string | undefined> {
  await owner.query('begin');
  try {
    if (role) await owner.query(`set local role ${role}`);
    if (role === tenantRole) await owner.query(`select set_config('holoholo.organisation', '${organisation}', true)`);
    await owner.query(statement);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await owner.query('rollback');
  }
}

const roles = [undefined, 'holoholo_app', tenantRole] as const;

describe.each(roles)('as %s', (role) => {
  test.each([
    'update ledger_entries set cents = 1',
    'update ledger_entries set cents = cents',
    'update ledger_entries set reason = null where false',
    'delete from ledger_entries',
    'delete from ledger_entries where id = -1',
    'truncate ledger_entries cascade',
    'update ledger_accounts set state = state',
    'delete from ledger_accounts',
    'truncate ledger_accounts cascade',
    'update rate_cards set partner_share = 1',
    'delete from rate_cards',
    'truncate rate_cards cascade',
  ])('%s is refused', async (statement) => {
    expect(await tried(role, statement)).toBe('42501');
  });
});

test.each(['holoholo_app', tenantRole])(
  'as %s what is added up is not written by hand, nor what was frozen',
  async (role) => {
    for (const statement of [
      'update ledger_balances set cents = 0',
      'insert into ledger_balances values (1, 99, 1)',
      'delete from ledger_balances',
      'update commissions set partner_share = 1',
      'update commissions set platform_rate = 0',
      'update commissions set organisation_id = null',
      'delete from commissions',
      'update payouts set cents = 1',
      'delete from payouts',
      'delete from commission_holds',
      'update rate_changes set had_another = false',
      'update rate_changes set admins = admins',
      'update rate_changes set partner_share = 1',
      'delete from rate_changes',
      'alter table ledger_entries disable trigger user',
      'create trigger t before insert on ledger_entries for each row execute function refuse_audit_change()',
    ])
      expect([statement, await tried(role, statement)]).toEqual([statement, '42501']);
  },
);

test('a tenant writes nothing at all in the ledger', async () => {
  for (const table of [
    'ledger_entries',
    'ledger_accounts',
    'commissions',
    'commission_holds',
    'payouts',
    'rate_cards',
    'rate_changes',
  ])
    expect([table, await tried(tenantRole, `insert into ${table} default values`)]).toEqual([table, '42501']);
  for (const statement of [
    `update commissions set state = 'payable'`,
    'update commissions set paid_out_cents = 0',
    `update payouts set state = 'released'`,
    `update commission_holds set state = 'released'`,
  ])
    expect([statement, await tried(tenantRole, statement)]).toEqual([statement, '42501']);
});

/** An entry like the first one of the booking, `$booking$`, but for what is said. */
const entry = (columns: Record<string, string>) => {
  const all = { ...usual, ...columns };
  return `insert into ledger_entries (${Object.keys(all)}) select ${Object.values(all)} from ledger_entries e
    where e.id = (select min(id) from ledger_entries where booking_id = $booking$)`;
};
const usual = {
  posted_at: 'now()',
  kind: `'correction'`,
  from_account: 'e.from_account',
  to_account: 'e.to_account',
  cents: 'e.cents',
  booking_id: 'e.booking_id',
  cause: `'attack'`,
};
const reversal = { kind: `'reversal'`, from_account: 'e.to_account', to_account: 'e.from_account' };
/** The one entry of the payable share that stands. */
const open = `(select o.id from ledger_entries o where o.booking_id = $booking$ and o.reverses is null
  and not exists (select from ledger_entries r where r.reverses = o.id) order by o.id limit 1)`;
const ofOpen = {
  from_account: `(select to_account from ledger_entries where id = ${open})`,
  to_account: `(select from_account from ledger_entries where id = ${open})`,
  cents: `(select cents from ledger_entries where id = ${open})`,
};

describe('as the application', () => {
  test.each<[string, string, string | undefined]>([
    ['an entry like any other', entry({}), undefined],
    ['nothing', entry({ cents: '0' }), '23514'],
    ['less than nothing', entry({ cents: '-5' }), '23514'],
    ['to itself', entry({ to_account: 'e.from_account' }), '23514'],
    ['to an account that there is not', entry({ to_account: '999999' }), '23503'],
    ['for a booking that there is not', entry({ booking_id: 'gen_random_uuid()' }), '23503'],
    ['of a kind that there is not', entry({ kind: `'gift'` }), '23514'],
    ['a clawback without what it claws back', entry({ kind: `'clawback'`, reason: `'fraud'` }), '23514'],
    [
      'for a reason that is not on the list',
      entry({ ...reversal, ...ofOpen, kind: `'clawback'`, reverses: open, reason: `'because'` }),
      '23514',
    ],
    ['a payout of none', entry({ kind: `'payout'` }), '23514'],
    ['a reversal of none', entry(reversal), '23514'],
    ['a reversal of what there is not', entry({ ...reversal, reverses: '999999' }), '23503'],
    ['a reversal that was made before', entry({ ...reversal, reverses: 'e.id' }), '23505'],
    ['a reversal, once', entry({ ...reversal, ...ofOpen, reverses: open }), undefined],
    ['a reversal of a cent less', entry({ ...reversal, ...ofOpen, cents: '1', reverses: open }), '23503'],
    [
      'a reversal the wrong way',
      entry({
        ...reversal,
        ...ofOpen,
        from_account: ofOpen.to_account,
        to_account: ofOpen.from_account,
        reverses: open,
      }),
      '23503',
    ],
    [
      'a reversal for another booking',
      entry({
        ...reversal,
        ...ofOpen,
        reverses: open,
        booking_id: '(select id from bookings where id <> $booking$ limit 1)',
      }),
      '23503',
    ],
    ['an id of its own choice', entry({ id: '1' }), '428C9'],
  ])('it posts %s: %#', async (_what, statement, code) => {
    expect(
      await tried(
        'holoholo_app',
        statement.replaceAll('$booking$', () => `'${booking}'`),
      ),
    ).toBe(code);
  });

  test('it posts a payout of a booking once, and settles it once', async () => {
    const again = (
      kind: string,
      from: string,
    ) => `insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id,
      payout_id, reverses, cause) select now(), '${kind}', ${from}, booking_id, payout_id, ${kind === 'payout_back' ? 'id' : 'null'}, 'attack'
      from ledger_entries where kind = 'payout' limit 1`;
    const settled = again('payout_back', 'to_account, from_account, cents');
    expect(await tried('holoholo_app', again('payout', 'from_account, to_account, cents'))).toBe('23505');
    expect(await tried('holoholo_app', settled)).toBeUndefined();
    expect(await tried('holoholo_app', `${settled}; ${again('paid', 'to_account, from_account, cents')}`)).toBe(
      '23505',
    );
  });

  test('it makes no card for a day that has begun, for less than nothing or for more than all', async () => {
    const card = (
      from: string,
      share = '0.1',
    ) => `insert into rate_cards (tier, partner_share, effective_from, created_at, reason)
      values ('standard', ${share}, ${from}, now(), 'attack')`;
    const today = `(now() at time zone 'Pacific/Honolulu')::date`;
    expect(await tried('holoholo_app', card(`${today} + 1`))).toBeUndefined();
    for (const wrong of [card(today), card(`${today} - 1`), card(`${today} + 1`, '1.1'), card(`${today} + 1`, '-0.1')])
      expect(await tried('holoholo_app', wrong)).toBe('23514');
  });
});

describe('as the application, of what an administrator proposes of rates', () => {
  /** Settles a new proposal by statements, told what confirms it by whom. */
  const settled = async (statements: (confirm: (by: 'proposer' | 'second' | 'late') => string) => string) => {
    const [proposer, second] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
    const id = await aProposedCard(world, proposer.id);
    const people = { proposer, second, late: await world.aUser({ role: 'admin' }) };
    const confirm = (by: keyof typeof people) => `with made as (
        insert into rate_cards (tier, partner_share, effective_from, created_at, reason)
        values ('proposed', 0.2, '2099-01-01', now(), 'attack') returning id)
      update rate_changes set state = 'confirmed', settled_by = '${people[by].id}', settled_at = now(),
        rate_card_id = (select id from made) where id = '${id}'`;
    return await tried('holoholo_app', statements(confirm));
  };

  test('nothing is confirmed by who proposed it beside another one, nor by who was no administrator then', async () => {
    expect(await settled((confirm) => confirm('second'))).toBeUndefined();
    expect(await settled((confirm) => confirm('proposer'))).toBe('23514');
    expect(await settled((confirm) => confirm('late'))).toBe('23514');
  });

  test('whether there was another one is not for the application to say', async () => {
    const [proposer] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
    const id = '11111111-2222-4333-8444-555555555555';
    const proposed = `insert into rate_changes (id, tier, partner_share, effective_from, reason, proposed_by, proposed_at, had_another)
      values ('${id}', 'hushed', 0.9, '2099-01-01', 'attack', '${proposer!.id}', now(), false)`;
    const confirmed = `with made as (
        insert into rate_cards (tier, partner_share, effective_from, created_at, reason)
        values ('hushed', 0.9, '2099-01-01', now(), 'attack') returning id)
      update rate_changes set state = 'confirmed', settled_by = '${proposer!.id}', settled_at = now(),
        rate_card_id = (select id from made) where id = '${id}'`;
    expect(await tried('holoholo_app', proposed)).toBeUndefined();
    expect(await tried('holoholo_app', `${proposed}; ${confirmed}`)).toBe('23514');
  });

  test('nothing is settled twice', async () => {
    const back = `update rate_changes set state = 'proposed', settled_by = null, settled_at = null, rate_card_id = null`;
    expect(await settled((confirm) => `${confirm('second')}; ${back}`)).toBe('42501');
  });
});

test('after all that everything stands as before, and all accounts together come to 0', async () => {
  expect(await standing()).toEqual(before);
  const { rows } = await owner.query('select sum(cents)::int as sum, count(*)::int as parts from ledger_balances');
  expect(rows[0].sum).toBe(0);
  expect(rows[0].parts).toBeGreaterThan(4);
});

test('without the trigger that refuses it the same statement goes through, so that its refusal says something', async () => {
  const off = 'alter table ledger_entries disable trigger ledger_entries_are_append_only';
  expect(await tried(undefined, `${off}; update ledger_entries set cause = 'x'`)).toBeUndefined();
  expect(await tried(undefined, `update ledger_entries set cause = 'x'`)).toBe('42501');
});

test('a month that is not over is closed for nobody, whatever they take for the time', async () => {
  const closing = (month: string, at: string) =>
    `insert into statement_months (month) values ('${month}') on conflict do nothing;
     select close_ledger_month('${month}', ${at})`;
  for (const role of [undefined, 'holoholo_app'] as const) {
    expect(await tried(role, closing('2099-01-01', `'2100-01-01'`))).toBe('23514');
    expect(await tried(role, closing('2099-01-01', 'now()'))).toBe('23514');
    expect(await tried(role, closing('2020-01-01', 'now()'))).toBeUndefined();
  }
  const clock = `create or replace function database_time() returns timestamptz language sql as $$ select 'infinity'::timestamptz $$`;
  expect(await tried('holoholo_app', clock)).toBe('42501');
});
