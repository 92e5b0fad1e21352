import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anchorAuditChain, recordAudit } from '../../server/platform/audit/audit.ts';
import { anchorFileOf } from '../../server/platform/audit/audit-anchors.ts';
import type { ChainHead } from '../../server/platform/audit/audit-chain.ts';
import { sign } from '../../server/platform/sessions/tokens.ts';
import { createWorld, type World } from '../world.ts';
import { urlOf } from './owner.ts';

const count = process.env.PROVE === '1' ? 1_000_000 : 130_000;
const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { SECRET_KEY: 'k'.repeat(32) } });
  for (let entry = 0; entry < 50; entry++) await record();
});
afterAll(() => world.close());

const record = () =>
  world.db
    .transaction()
    .execute((tx) =>
      recordAudit(tx, world.clock.now(), { action: 'changed', actorId: null, subject: { kind: 'thing', id: 1 } }),
    );
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes anchors as versions before this one did, each a line that says nothing of those before it. */
async function writeOldFile(headAt: (line: number) => ChainHead): Promise<void> {
  const { path, keys } = anchorFileOf(world.settings);
  const id = createHash('sha256').update(keys[0].export()).digest('hex').slice(0, 8);
  await rm(path, { force: true });
  let digest = '';
  for (let written = 0; written < count; ) {
    const lines: string[] = [];
    for (; lines.length < 10_000 && written < count; written++) {
      const { sequence, hash } = headAt(written);
      const text = `2026-11-21T20:00:00.000Z ${sequence} ${hash} ${id}`;
      const line = `${text} ${sign(keys[0], `${digest}\n${text}`).toString('hex')}`;
      digest = sha256(`${digest}\n${line}`);
      lines.push(`${line}\n`);
    }
    await appendFile(path, lines.join(''));
  }
}

/** What `npm run audit -- verify` says, within so little memory that the file cannot be held in it. */
async function verify(): Promise<{ code: number; said: string }> {
  const environment = {
    ...process.env,
    NODE_OPTIONS: '',
    DATABASE_URL: await urlOf(world),
    DATA_DIR: world.settings.dataDir,
    SECRET_KEY: 'k'.repeat(32),
  };
  const options = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=48', 'scripts/audit.ts', 'verify'];
  return await run(process.execPath, options, { cwd: root, env: environment }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
}

test(`${count} anchors are checked in bounded memory, and going on reads the end alone`, async () => {
  const { rows } = await world.database.pool.query<ChainHead>(
    `select sequence, encode(hash, 'hex') as hash from audit_entries order by sequence`,
  );
  await writeOldFile((line) => rows[Math.floor((line / count) * rows.length)]!);
  const file = anchorFileOf(world.settings);
  await record();
  // The first new line is written after reading all of the old ones.
  expect(await anchorAuditChain(world.db, file, world.clock.now())).toMatchObject({ sequence: 51 });
  expect(await verify()).toMatchObject({ code: 0, said: expect.stringContaining('anchored up to 51') });

  // What stands in front is not even looked at any more: it is found by the check, not by going on.
  const text = await readFile(file.path);
  await writeFile(file.path, Buffer.concat([Buffer.from('9'), text.subarray(1)]));
  await record();
  expect(await anchorAuditChain(world.db, file, world.clock.now())).toMatchObject({ sequence: 52 });
  expect(await verify()).toMatchObject({ code: 1, said: expect.stringContaining('line 1 of the anchor file') });
}, 300_000);

test(`${count} different anchors of a chain that was cut are told of, without a crash`, async () => {
  await writeOldFile((line) => ({ sequence: 1_000 + line, hash: sha256(String(line)) }));
  const { code, said } = await verify();
  expect({ code, said }).toMatchObject({
    code: 1,
    said: expect.stringContaining('is missing: the chain was anchored up to'),
  });
}, 300_000);
