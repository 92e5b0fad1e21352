import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAnchors } from '../../../tests/parse-anchors.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { withTransaction } from '../database/database.ts';
import { readChain } from './audit.store.ts';
import { anchorAuditChain, eraseAuditDetails, recordAudit } from './audit.ts';
import { type AnchorFile, anchorFileOf, writeAnchorLine } from './audit-anchors.ts';
import { AuditDamage, ChainCheck, type ChainEntry, chainStart, hashDetails, hashEntry } from './audit-chain.ts';

const entryCount = 240;
const anchoredAt = [80, 160, 220];
const lastAnchored = 220;

// Every run tampers differently; SEED=<number> repeats one.
const seed = Number(process.env.SEED ?? randomBytes(4).readUInt32LE());
let state = seed;
/** A number below a limit (mulberry32). */
function below(limit: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
}

let world: World;
let file: AnchorFile;
let whole: Copy;

beforeAll(async () => {
  world = await createWorld();
  file = anchorFileOf(world.settings);
  const erased = randomUUID();
  for (let at = 1; at <= entryCount; at++) {
    const entry = {
      action: at % 2 ? 'rate_changed' : 'role_changed',
      actorId: at % 3 ? randomUUID() : null,
      subject: { kind: 'user', id: randomUUID() },
      before: { rate: 0.12 },
      after: { rate: 0.15, name: `Makai ${at}` },
      personId: at % 5 ? undefined : at % 2 ? erased : null,
    };
    world.clock.advance(1);
    await world.db.transaction().execute((tx) => recordAudit(tx, world.clock.now(), entry));
    if (anchoredAt.includes(at)) await anchorAuditChain(world.db, file, world.clock.now());
  }
  await eraseAuditDetails(world.db, erased);
  const entries: ChainEntry[] = [];
  await withTransaction(world.db, async (tx) => {
    for await (const batch of readChain(tx)) entries.push(...batch);
  });
  whole = { entries, anchorText: await readFile(file.path, 'utf8') };
});
afterAll(() => world.close());

interface Copy {
  entries: ChainEntry[];
  anchorText: string;
}

/** Whether a check of this chain with this anchor file complains. */
function isFound({ entries, anchorText }: Copy): boolean {
  const { anchors, damage, isTorn } = parseAnchors(anchorText, file.keys);
  if (damage || isTorn) return true;
  try {
    const check = new ChainCheck(anchors);
    for (const entry of entries) check.add(entry);
    check.end();
    return false;
  } catch (error) {
    if (error instanceof AuditDamage) return true;
    throw error;
  }
}

/** Makes all hashes fit again from an entry on, as somebody would who knows how they are made. */
function relink(entries: ChainEntry[], from: number): void {
  for (let at = from; at < entries.length; at++) {
    const entry = entries[at]!;
    entry.sequence = at + 1;
    entry.previousHash = (entries[at - 1] ?? chainStart).hash;
    if (entry.content !== null) entry.detailsHash = hashDetails(entry);
    entry.hash = hashEntry(entry);
  }
}

/** The same text with one character changed, in hex to another hex digit. */
function withOneChange(text: string): string {
  const at = below(text.length);
  const other = /^[0-9a-f]+$/.test(text)
    ? (Number.parseInt(text[at]!, 16) ^ (1 + below(15))).toString(16)
    : String.fromCharCode(text.charCodeAt(at) ^ (1 << below(7)));
  return text.slice(0, at) + other + text.slice(at + 1);
}

function changed(value: string | number | null): string | number | null {
  if (typeof value === 'number') return value + (below(2) ? 1 : -1) * (1 + below(below(2) ? 2 : 1e9));
  return value === null ? randomUUID() : withOneChange(value);
}

const forged = (like: ChainEntry): ChainEntry => ({
  ...like,
  action: 'payout_made',
  subjectId: randomUUID(),
  content: '{}',
});
const withDetails = (entries: ChainEntry[]) => {
  const kept = entries.filter((entry) => entry.content !== null);
  return kept[below(kept.length)]!;
};
const lines = (text: string) => text.split('\n').slice(0, -1);
const fileOf = (kept: string[]) => kept.map((line) => `${line}\n`).join('');
const foreignKey = createSecretKey(randomBytes(32));

// biome-ignore format: a list
const columns = Object.keys({
  sequence: 0, recordedAtMs: 0, action: 0, actorId: 0, subjectKind: 0, subjectId: 0, detailsHash: 0, previousHash: 0, hash: 0,
  salt: 0, personId: 0, content: 0,
} satisfies Record<keyof ChainEntry, 0>) as (keyof ChainEntry)[];

// biome-ignore format: a table
/** Ways to tamper; `at` is a place that has been anchored. */
const tampers: [string, (copy: Copy, at: number) => void][] = [
  ...columns.map((column): [string, (copy: Copy, at: number) => void] => [
    `edit of ${column}`,
    ({ entries }) => {
      const isDetail = ['salt', 'personId', 'content'].includes(column);
      const entry = isDetail ? withDetails(entries) : entries[below(entries.length)]!;
      Object.assign(entry, { [column]: changed(entry[column]) });
    },
  ]),
  ['edit with new hashes', ({ entries }, at) => {
    entries[at]!.action = 'payout_made';
    relink(entries, at);
  }],
  ['edit with its own new hash', ({ entries }) => {
    const entry = entries[below(entries.length - 1)]!;
    entry.action = 'payout_made';
    entry.hash = hashEntry(entry);
  }],
  ['sequence used twice, with new hashes', ({ entries }) => {
    const last = entries.at(-1)!;
    const twin = { ...last, previousHash: last.hash };
    entries.push({ ...twin, hash: hashEntry(twin) });
  }],
  ['deletion', ({ entries }) => void entries.splice(below(entries.length - 1), 1)],
  ['deletion with new hashes', ({ entries }, at) => {
    entries.splice(at, 1 + below(10));
    relink(entries, at);
  }],
  ['insertion', ({ entries }) => {
    const at = below(entries.length);
    entries.splice(at, 0, forged(entries[at]!));
  }],
  ['insertion with new hashes', ({ entries }, at) => {
    entries.splice(at, 0, forged(entries[at]!));
    relink(entries, at);
  }],
  ['entry put at the end', ({ entries }) => void entries.push({ ...forged(entries.at(-1)!), sequence: entries.length + 1 })],
  ['swap', ({ entries }) => {
    const one = below(entries.length);
    const other = (one + 1 + below(entries.length - 1)) % entries.length;
    [entries[one], entries[other]] = [entries[other]!, entries[one]!];
  }],
  ['swap with new sequences', ({ entries }) => {
    const one = below(entries.length - 1);
    [entries[one], entries[one + 1]] = [{ ...entries[one + 1]!, sequence: one + 1 }, { ...entries[one]!, sequence: one + 2 }];
  }],
  ['swap with new hashes', ({ entries }, at) => {
    [entries[at], entries[at + 1]] = [entries[at + 1]!, entries[at]!];
    relink(entries, at);
  }],
  ['cut of the end', ({ entries }, at) => void entries.splice(at)],
  ['cut of the end, grown again', ({ entries }, at) => {
    const regrown = entries.splice(at).map(forged);
    entries.push(...regrown);
    relink(entries, at);
  }],
  ['cut of the beginning', ({ entries }, at) => {
    entries.splice(0, at + 1);
    if (below(2)) relink(entries, 0);
  }],
  ['other details', ({ entries }) => {
    const entry = withDetails(entries);
    entry.content = entry.content!.replace('0.15', '0.30');
  }],
  ['details of another entry', ({ entries }) => {
    const entry = withDetails(entries);
    const { salt, personId, content } = entries.find((one) => one.content !== null && one !== entry)!;
    Object.assign(entry, { salt, personId, content });
  }],
  ['details where they were erased', ({ entries }) => {
    const erased = entries.filter((entry) => entry.content === null);
    Object.assign(erased[below(erased.length)]!, { salt: '00'.repeat(16), content: '{}' });
  }],
  ['half of the details erased', ({ entries }) => {
    const half = below(2) ? { content: null } : { salt: null };
    Object.assign(withDetails(entries), half);
  }],
  ['change of an anchor', (copy) => (copy.anchorText = withOneChange(copy.anchorText))],
  ['anchor left out', (copy) => (copy.anchorText = fileOf(lines(copy.anchorText).toSpliced(below(anchoredAt.length - 1), 1)))],
  ['anchor written twice', (copy) => {
    const kept = lines(copy.anchorText);
    const at = below(kept.length);
    copy.anchorText = fileOf(kept.toSpliced(at, 0, kept[at]!));
  }],
  ['anchors swapped', (copy) => {
    const [first, second, third] = lines(copy.anchorText) as [string, string, string];
    copy.anchorText = fileOf(below(2) ? [second, first, third] : [first, third, second]);
  }],
  ['anchors forged to fit another chain', (copy, at) => {
    copy.entries[at]!.action = 'payout_made';
    relink(copy.entries, at);
    let digestText = '';
    for (const anchored of anchoredAt) {
      const { digest } = parseAnchors(digestText, [foreignKey]);
      digestText += `${writeAnchorLine(copy.entries[anchored - 1]!, new Date(0), foreignKey, digest)}\n`;
    }
    const kept = lines(copy.anchorText);
    copy.anchorText = below(2) ? digestText : fileOf(kept.toSpliced(2, 1, lines(digestText)[2]!));
  }],
];

describe('in a copy of the chain', () => {
  test('1,000 random ways of tampering are all found', () => {
    expect(isFound(whole)).toBe(false);
    const missed: string[] = [];
    for (let round = 0; round < 1_000; round++) {
      const copy = structuredClone(whole);
      const [name, tamper] = tampers[round % tampers.length]!;
      tamper(copy, below(lastAnchored - 1));
      if (!isFound(copy)) missed.push(`${name} in round ${round}`);
    }
    expect(missed, `SEED=${seed}`).toEqual([]);
  });

  test('erased details are in order', () => {
    const copy = structuredClone(whole);
    for (const entry of copy.entries) if (below(2)) Object.assign(entry, { salt: null, personId: null, content: null });
    expect(isFound(copy), `SEED=${seed}`).toBe(false);
  });

  test('what is younger than the newest anchor can be cut off unseen, which is why anchors are written often', () => {
    const copy = structuredClone(whole);
    copy.entries.splice(lastAnchored);
    expect(isFound(copy)).toBe(false);
    copy.entries.splice(lastAnchored - 1);
    expect(isFound(copy)).toBe(true);
  });
});
