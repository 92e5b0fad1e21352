import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAnchors } from '../../../tests/parse-anchors.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Tx } from '../database/database.ts';
import { readSettings } from '../settings.ts';
import { anchorAuditChain, checkAnchors, eraseAuditDetails, recordAudit, verifyAuditChain } from './audit.ts';
import { anchorFileOf, writeAnchorLine } from './audit-anchors.ts';
import { AuditDamage, canonicalJson } from './audit-chain.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
});

const anchors = () => anchorFileOf(world.settings);
const verify = () => verifyAuditChain(world.db, anchors());
const anchor = () => anchorAuditChain(world.db, anchors(), world.clock.now());
const record = (given: Partial<Parameters<typeof recordAudit>[2]> = {}) => {
  const entry = { action: 'thing_changed', actorId: null, subject: { kind: 'thing', id: 1 }, ...given };
  return world.db.transaction().execute((tx) => recordAudit(tx, world.clock.now(), entry));
};

describe('recording', () => {
  test('is part of the transaction: rolled back, it never was', async () => {
    await record();
    const { head } = await verify();
    const change = world.db.transaction().execute(async (tx) => {
      await recordAudit(tx, world.clock.now(), { action: 'lost', actorId: null, subject: { kind: 'thing', id: 2 } });
      throw new Error('changed our mind');
    });
    await expect(change).rejects.toThrow('changed our mind');
    expect(await verify()).toMatchObject({ head, damage: undefined });
  });

  test('is not possible outside one', () => {
    const entry = { action: 'lost', actorId: null, subject: { kind: 'thing', id: 2 } };
    // @ts-expect-error the pool is no transaction
    const outside = () => recordAudit(world.db, world.clock.now(), entry);
    expect(outside).toBeTypeOf('function');
  });

  test('makes one chain of 200 at the same time, without gaps, of which some are rolled back', async () => {
    const before = (await verify()).head.sequence;
    const change = (at: number): Promise<void> =>
      world.db.transaction().execute(async (tx) => {
        await recordAudit(tx, world.clock.now(), {
          action: 'raced',
          actorId: null,
          subject: { kind: 'thing', id: at },
        });
        if (at % 10 === 0) throw new Error('rolled back');
      });
    // On a crowded machine one may get no connection in time: it was never begun.
    const begin = (at: number): Promise<void> =>
      change(at).catch((error: Error) => {
        if (/timeout exceeded when trying to connect/.test(error.message)) return begin(at);
        throw error;
      });
    const settled = await Promise.allSettled(Array.from({ length: 200 }, (_, at) => begin(at)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(180);
    expect(await verify()).toMatchObject({ head: { sequence: before + 180 }, damage: undefined });
  });

  test('never waits for a lock that waits for it, whether it comes before or after the change', async () => {
    const { id } = await world.aUser();
    const change = (tx: Tx) => tx.updateTable('users').set({ name: 'Keola' }).where('id', '=', id).execute();
    const note = (tx: Tx) =>
      recordAudit(tx, world.clock.now(), { action: 'user_renamed', actorId: id, subject: { kind: 'user', id } });
    const steps = [
      [note, change],
      [change, note],
    ];
    const pairs = Array.from({ length: 60 }, (_, at) =>
      world.db.transaction().execute(async (tx) => {
        for (const step of steps[at % 2]!) await step(tx);
      }),
    );
    await Promise.all(pairs);
    expect((await verify()).damage).toBeUndefined();
  });

  test('keeps ids and hashes in the chain, and refuses what is no id', async () => {
    const personId = randomUUID();
    await record({
      subject: { kind: 'user', id: personId },
      before: { email: 'canary@example.com' },
      requestId: 'canary-1',
    });
    const { rows } = await sql`select e::text from audit_entries e where e::text like '%canary%'`.execute(world.db);
    expect(rows).toEqual([]);
    const details = await world.db.selectFrom('audit_details').selectAll().where('person_id', '=', personId).execute();
    expect(details.map(({ content }) => JSON.parse(content))).toEqual([
      { before: { email: 'canary@example.com' }, request_id: 'canary-1' },
    ]);
    for (const id of ['canary@example.com', 'Leilani Kealoha', '', 'x'.repeat(65)])
      await expect(record({ subject: { kind: 'user', id } })).rejects.toThrow();
  });

  test('erases a person and leaves the chain whole', async () => {
    const personId = randomUUID();
    for (let entry = 0; entry < 3; entry++) await record({ personId, after: { name: 'canary' } });
    const before = await verify();
    expect(await eraseAuditDetails(world.db, personId)).toBe(3);
    expect(await verify()).toEqual({ ...before, erasedDetails: before.erasedDetails + 3 });
  });

  test.each([
    [
      'any value that JSON can hold',
      { b: [1, { d: null, c: '\u0000\ud800 ʻōlelo "\n' }], a: 1.5e300, at: new Date(0) },
    ],
    ['nothing', undefined],
    ['a poisoned key', JSON.parse('{"__proto__": {"admin": true}}')],
  ])('takes %s', async (_, after) => {
    await record({ after });
    expect((await verify()).damage).toBeUndefined();
  });

  test('hashes one value as one text', () => {
    expect(canonicalJson({ b: 1, a: [{ d: undefined, c: 'x' }] })).toBe('{"a":[{"c":"x"}],"b":1}');
  });
});

describe('anchors', () => {
  const lines = async () => (await readFile(anchors().path, 'utf8')).split('\n').slice(0, -1);
  const withKeys = (...keys: string[]) =>
    anchorFileOf(readSettings({ DATA_DIR: world.settings.dataDir, SECRET_KEY: keys.join(',') }));
  const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];

  test('are written when the chain has moved, once by several processes', async () => {
    await record();
    const written = await Promise.all([anchor(), anchor(), anchor()]);
    const { head, anchoredUpTo } = await verify();
    expect(written.filter(Boolean)).toEqual([head]);
    expect(anchoredUpTo).toBe(head.sequence);
    expect(await anchor()).toBeUndefined();
    expect(await lines()).toHaveLength(1);
  });

  test('outlive a change of keys, once one was written under the new key', async () => {
    await rm(anchors().path);
    const head = await anchorAuditChain(world.db, withKeys(first), world.clock.now());
    expect((await verifyAuditChain(world.db, withKeys(second))).damage?.message).toMatch('a key that is not set');
    await expect(anchorAuditChain(world.db, withKeys(second), world.clock.now())).rejects.toThrow(AuditDamage);
    expect(await anchorAuditChain(world.db, withKeys(second, first), world.clock.now())).toEqual(head);
    expect(await anchorAuditChain(world.db, withKeys(second, first), world.clock.now())).toBeUndefined();
    const after = await verifyAuditChain(world.db, withKeys(second));
    expect(after).toMatchObject({ anchoredUpTo: head?.sequence, damage: undefined });

    const [line = '', ...later] = await lines();
    const forged = parseAnchors(`${[line.replace(/^2/, '3'), ...later].join('\n')}\n`, withKeys(second).keys);
    expect(forged.damage?.message).toMatch('not written by us');
    expect((await verifyAuditChain(world.db, withKeys(third))).damage).toBeDefined();
    await rm(anchors().path);
  });

  test('go on after a line torn by a loss of power', async () => {
    await anchor();
    const [line = ''] = await lines();
    await appendFile(anchors().path, line.slice(0, 50));
    expect((await verify()).damage?.message).toMatch('half a line');
    expect(await anchor()).toBeDefined();
    expect((await verify()).damage).toBeUndefined();
    expect(await lines()).toHaveLength(3);
  });

  test('are not written over damage', async () => {
    const good = await readFile(anchors().path, 'utf8');
    await record();
    await writeFile(anchors().path, good.replace(/ (\d+ [0-9a-f]{64} [0-9a-f]{8} [0-9a-f]{64}\n)$/, ' 9$1'));
    await expect(anchor()).rejects.toThrow('not written by us');
    const { digest } = parseAnchors(good, anchors().keys);
    const other = { sequence: 1, hash: 'ab'.repeat(32) };
    await writeFile(anchors().path, `${good}${writeAnchorLine(other, world.clock.now(), anchors().keys[0], digest)}\n`);
    await expect(anchor()).rejects.toThrow('entry 1 is not the one that was anchored');
    await writeFile(anchors().path, good);
    expect(await anchor()).toBeDefined();
  });

  test('make no earlier damage good by coming after it', async () => {
    const good = await readFile(anchors().path, 'utf8');
    await writeFile(anchors().path, good.replace(/ (\d)/, ' 9$1'));
    await expect(checkAnchors(anchors())).rejects.toThrow('line 1 of the anchor file, or one before it');
    await record();
    await anchor();
    await expect(checkAnchors(anchors())).rejects.toThrow('line 1 of the anchor file, or one before it');
    expect((await verify()).damage?.message).toMatch('line 1 of the anchor file');
    await writeFile(anchors().path, good);
    await anchor();
    await checkAnchors(anchors());
    expect((await verify()).damage).toBeUndefined();
  });
});

/** What checking cannot do without: each entry is read, and hashed twice. @returns milliseconds */
async function readAndHash(): Promise<number> {
  const begun = performance.now();
  const { rows } = await world.database.pool.query(
    'select e.*, d.salt, d.content from audit_entries e join audit_details d using (sequence) order by sequence',
  );
  for (const { content, salt, previous_hash } of rows) {
    const details = createHash('sha256').update(salt).update(content).digest();
    createHash('sha256').update(previous_hash).update(details).update(content).digest();
  }
  return performance.now() - begun;
}

test('the chain is checked in about the time that reading and hashing its entries takes', async () => {
  const rows = 1_500;
  const insert = sql`insert into audit_inbox (recorded_at, action, subject_kind, subject_id, salt, content)
    select now(), 'thing_changed', 'thing', n::text, uuid_send(gen_random_uuid()),
      '{"after":{"is_active":true,"name":"Makai Sunrise Paddle"},"before":{"is_active":false},"request_id":"Zk3hL_0pQ12x"}'
    from generate_series(1, ${rows}) n`;
  for (let filled = 0; filled < 6; filled++) await insert.execute(world.db);
  const ratios: number[] = [];
  for (let round = 0; round < 5; round++) {
    const least = await readAndHash();
    const begun = performance.now();
    const { head, damage } = await verify();
    ratios.push((performance.now() - begun) / least);
    expect(damage).toBeUndefined();
    expect(head.sequence).toBeGreaterThanOrEqual(6 * rows);
  }
  console.info(`audit: checked in ${ratios.map((one) => one.toFixed(2)).join(', ')} of what reading and hashing takes`);
  expect(Math.min(...ratios)).toBeLessThan(1.25);
});

test('an anchor that is written while the chain is checked is of an entry that the check does not see', async () => {
  // Many entries, by the test above, and more lines than are read ahead.
  const head = (await anchor()) ?? (await verify()).head;
  const newest = anchors().keys[0];
  let { digest } = parseAnchors(await readFile(anchors().path, 'latin1'), anchors().keys);
  const next = (of: { sequence: number; hash: string }) => {
    const line = writeAnchorLine(of, world.clock.now(), newest, digest);
    digest = createHash('sha256').update(`${digest}\n${line}`).digest('hex');
    return `${line}\n`;
  };
  await appendFile(anchors().path, Array.from({ length: 2_000 }, () => next(head)).join(''));
  let isWritten = false;
  const report = await verifyAuditChain(world.db, anchors(), () => {
    if (!isWritten) appendFileSync(anchors().path, next({ sequence: head.sequence + 1, hash: 'a'.repeat(64) }));
    isWritten = true;
  });
  expect(report).toMatchObject({ damage: undefined, head, anchoredUpTo: head.sequence });
  expect(isWritten).toBe(true);
  expect((await verify()).damage?.message).toMatch('is missing');
});
