import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Tables } from '../../../db/schema.ts';
import { inDatabase } from '../../../tests/database-setup.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { clientConfig, type Db } from '../database/database.ts';
import { anchorAuditChain, eraseAuditDetails, recordAudit, verifyAuditChain } from './audit.ts';
import { type AnchorFile, anchorFileOf } from './audit-anchors.ts';

const entryCount = 60;
const lastAnchored = 50;
const eraseEvery = 6;

let world: World;
let owner: Db;
let file: AnchorFile;
beforeAll(async () => {
  world = await createWorld();
  owner = await connectAsOwner(world);
  file = anchorFileOf(world.settings);
  const { id: erased } = await world.aUser();
  for (let at = 1; at <= entryCount; at++) {
    const personId = at % eraseEvery ? null : erased;
    const entry = {
      action: 'rate_changed',
      actorId: erased,
      subject: { kind: 'listing', id: at },
      after: { at },
      personId,
    };
    await world.db.transaction().execute((tx) => recordAudit(tx, world.clock.now(), entry));
    if (at === lastAnchored) await anchorAuditChain(world.db, file, world.clock.now());
  }
  await eraseAuditDetails(world.db, erased);
});
afterAll(async () => {
  await owner.destroy();
  await world.close();
});

/** Whoever has the database in their hands: no restricted role. */
async function connectAsOwner({ db }: World): Promise<Db> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const pool = new pg.Pool({ ...clientConfig(inDatabase(inject('databaseServer'), rows[0]!.name)), max: 1 });
  pool.on('error', () => {});
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

describe('the chain is append-only', () => {
  const changes = [
    `update audit_entries set action = 'other'`,
    `update audit_entries set action = 'other' where false`,
    'delete from audit_entries',
    'truncate audit_entries cascade',
    `update audit_details set content = '{}'`,
    'truncate audit_details',
    `update audit_inbox set action = 'other'`,
  ];
  const takeovers = [
    'insert into audit_entries select * from audit_entries limit 1',
    'insert into audit_details select * from audit_details limit 1',
    'alter table audit_entries disable trigger user',
    'drop trigger audit_entries_are_append_only on audit_entries',
    'create or replace function append_audit_entry() returns trigger language plpgsql as $$ begin return null; end $$',
    'delete from audit_inbox',
  ];
  test.each([...changes, ...takeovers])('for the application: %s', async (statement) => {
    await expect(sql.raw(statement).execute(world.db)).rejects.toMatchObject({ code: '42501' });
  });
  test.each(changes)("for the owner's ordinary statements: %s", async (statement) => {
    await expect(sql.raw(statement).execute(owner)).rejects.toMatchObject({ code: '42501' });
  });
  test('for an owner who has taken only the trigger of the details away', async () => {
    const emptying = owner.transaction().execute(async (tx) => {
      await sql`alter table audit_details disable trigger user`.execute(tx);
      await sql`truncate audit_entries cascade`.execute(tx);
    });
    await expect(emptying).rejects.toMatchObject({ code: '42501' });
  });
});

/** What an owner who means it does first. */
const preparations = [
  ...['entries', 'details', 'inbox'].map((name) => `alter table audit_${name} disable trigger user`),
  'alter table audit_details drop constraint audit_details_sequence_fkey',
  ...['pkey', 'hash_key', 'sequence_check'].map(
    (name) => `alter table audit_entries drop constraint audit_entries_${name}`,
  ),
];

const flipped = (name: string) => `${name} = set_byte(${name}, 7, get_byte(${name}, 7) # 1)`;
const entryEdits = [
  ...['sequence = sequence + 1000', `recorded_at = recorded_at + interval '1 ms'`, `action = action || 'x'`],
  ...['actor_id = gen_random_uuid()', `subject_kind = 'partner'`, `subject_id = subject_id || '0'`],
  ...['details_hash', 'previous_hash', 'hash'].map(flipped),
].map((change) => (at: number) => `update audit_entries set ${change} where sequence = ${at}`);
const detailsEdits = [flipped('salt'), 'person_id = gen_random_uuid()', `content = content || ' '`].map(
  (change) => (at: number) => `update audit_details set ${change} where sequence = ${at}`,
);
const columnsAfterSequence =
  'recorded_at, action, actor_id, subject_kind, subject_id, details_hash, previous_hash, hash';
const upheavals = [
  (at: number) => `delete from audit_entries where sequence = ${at}`,
  (at: number) => `delete from audit_entries where sequence >= ${at}`,
  (at: number) => `delete from audit_entries where sequence <= ${at}`,
  () => 'truncate audit_entries, audit_details',
  (at: number) => `delete from audit_entries where sequence = ${at};
    update audit_entries set sequence = sequence - 1 where sequence > ${at}`,
  (at: number) =>
    `update audit_entries set sequence = ${at} + ${at + 1} - sequence where sequence in (${at}, ${at + 1})`,
  (at: number) => `insert into audit_entries select * from audit_entries where sequence = ${at}`,
  (at: number) =>
    `insert into audit_entries select 0, ${columnsAfterSequence} from audit_entries where sequence = ${at}`,
  () => `insert into audit_entries
    select sequence + 1, ${columnsAfterSequence} from audit_entries order by sequence desc limit 1`,
  // Entries that fit each other, appended to what a cut has left.
  (at: number) => `delete from audit_details where sequence >= ${at}; delete from audit_entries where sequence >= ${at};
    alter table audit_inbox enable trigger user;
    insert into audit_inbox (recorded_at, action, subject_kind, subject_id, salt, content)
      select now(), 'rate_changed', 'listing', n::text, uuid_send(gen_random_uuid()), '{}' from generate_series(1, 100) n;
    set constraints all immediate`,
  (at: number) => `update audit_details set content = '{"after":{"at":0}}' where sequence = ${at}`,
  (at: number) => `update audit_details set sequence = ${eraseEvery} where sequence = ${at}`,
  (at: number) =>
    `insert into audit_details select ${eraseEvery}, salt, person_id, content from audit_details where sequence = ${at}`,
  (at: number) => `alter table audit_entries alter recorded_at type timestamptz(6);
    update audit_entries set recorded_at = recorded_at + interval '1 microsecond' where sequence = ${at}`,
  (at: number) => `alter table audit_entries drop constraint audit_entries_recorded_at_check;
    update audit_entries set recorded_at = 'infinity' where sequence = ${at}`,
  () => `insert into audit_inbox (recorded_at, action, subject_kind, subject_id, salt, content)
    values (now(), 'rate_changed', 'listing', '1', uuid_send(gen_random_uuid()), '{}')`,
];

/** The damage that a check finds after these statements of the owner, which are then undone. */
async function damageAfter(...statements: string[]) {
  const undone = new Error('undone');
  let report: Awaited<ReturnType<typeof verifyAuditChain>> | undefined;
  const tampering = owner.transaction().execute(async (tx) => {
    for (const statement of [...preparations, ...statements]) await sql.raw(statement).execute(tx);
    report = await verifyAuditChain(tx, file);
    throw undone;
  });
  await expect(tampering).rejects.toBe(undone);
  return report!.damage;
}

describe('in the database, with the triggers taken away', () => {
  test('nothing is found where nothing was done', async () => {
    expect(await damageAfter()).toBeUndefined();
    expect(await damageAfter('delete from audit_details where sequence % 2 = 0')).toBeUndefined();
  });

  const places = [1, 17, 31, 49];
  const cases = [...entryEdits, ...detailsEdits].flatMap((edit) => places.map((at) => edit(at)));
  test.each([...cases, ...upheavals.map((upheaval) => upheaval(17))])('%s is found', async (statement) => {
    expect(await damageAfter(statement)).toBeDefined();
  });

  test('the first damage is named', async () => {
    expect(await damageAfter(entryEdits[2]!(17))).toMatchObject({ sequence: 17, message: 'entry 17 was changed' });
    expect(await damageAfter(upheavals[0]!(17))).toMatchObject({ sequence: 17, message: 'entry 17 is missing' });
    expect(await damageAfter(upheavals[1]!(17))).toMatchObject({
      sequence: 17,
      message: 'entry 17 is missing: the chain was anchored up to 50',
    });
  });
});
