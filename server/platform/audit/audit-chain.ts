import { hash } from 'node:crypto';

// Why the hashes have no key: whoever audits can then check the chain without any secret, and no change of keys ever
// invalidates an entry. Against somebody who rewrites entries together with all hashes after them stand the anchors, kept
// outside the database and authenticated with a key (audit-anchors.ts). What is younger than the newest anchor is only
// guarded against changes that leave the hashes as they were, which is why anchoring should be frequent.

/** One entry as stored, with its details where they have not been erased. Hashes and salt are hex. */
export interface ChainEntry {
  sequence: number;
  recordedAtMs: number;
  action: string;
  actorId: string | null;
  subjectKind: string;
  subjectId: string;
  detailsHash: string;
  previousHash: string;
  hash: string;
  salt: string | null;
  personId: string | null;
  content: string | null;
}

/** The newest entry's place and hash, which stand for the whole chain before it. */
export interface ChainHead {
  sequence: number;
  hash: string;
}

/** What the first entry follows. */
export const chainStart: ChainHead = { sequence: 0, hash: '00'.repeat(32) };

/** The first place where the chain or its anchors are not as they were written. */
export class AuditDamage extends Error {
  /** Null where a whole file is concerned. */
  readonly sequence: number | null;

  constructor(sequence: number | null, reason: string) {
    super(reason);
    this.sequence = sequence;
  }
}

/** The damage that some work comes upon. @throws whatever else it throws. */
export async function damageIn(work: () => Promise<void>): Promise<AuditDamage | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof AuditDamage) return error;
    throw error;
  }
}

/** JSON with sorted keys and no spaces: one text for one value. Leaves out what JSON leaves out. */
export function canonicalJson(value: unknown): string {
  return writeSorted(JSON.parse(JSON.stringify(value) ?? 'null'));
}

function writeSorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${writeSorted(part)}`).join(',')}}`;
}

/** The hash of an entry's details; the database's append_audit_entry computes the same. */
export function hashDetails({ salt, personId, content }: Pick<ChainEntry, 'salt' | 'personId' | 'content'>): string {
  return hash('sha256', `${salt}\n${personId ?? '-'}\n${content}`);
}

/** The hash of an entry; the database's append_audit_entry computes the same. No field can hold a line break. */
export function hashEntry(entry: Omit<ChainEntry, 'hash' | 'salt' | 'personId' | 'content'>): string {
  return hash(
    'sha256',
    `audit 1\n${entry.sequence}\n${entry.recordedAtMs}\n${entry.action}\n${entry.actorId ?? '-'}\n${entry.subjectKind}\n` +
      `${entry.subjectId}\n${entry.detailsHash}\n${entry.previousHash}`,
  );
}

/** Walks a chain from its first entry on, and stops at the first damage. */
export class ChainCheck {
  readonly #anchored = new Map<number, string>();
  head: ChainHead = chainStart;
  erasedDetails = 0;
  /** The newest anchor's sequence, or 0. */
  anchoredUpTo = 0;

  /** @param anchors authenticated heads of earlier days; more can be told with `expect`. */
  constructor(anchors: Iterable<ChainHead> = []) {
    for (const anchor of anchors) this.expect(anchor);
  }

  /**
   * Tells of the next anchor, in their order; those of entries that are still to come are kept until they do.
   * @throws AuditDamage when it goes back, or names another entry than the one that was checked.
   */
  expect({ sequence, hash: anchoredHash }: ChainHead): void {
    const fail = (reason: string) => new AuditDamage(sequence, `entry ${sequence} ${reason}`);
    if (sequence < this.anchoredUpTo) throw fail('was anchored after later ones');
    const known = sequence === this.head.sequence ? this.head.hash : this.#anchored.get(sequence);
    if (known !== undefined && known !== anchoredHash) throw fail('is not the one that was anchored');
    this.anchoredUpTo = sequence;
    if (sequence > this.head.sequence) this.#anchored.set(sequence, anchoredHash);
  }

  /** Takes the next entry. @throws AuditDamage when it is not the one that was written. */
  add(entry: ChainEntry): void {
    const expected = this.head.sequence + 1;
    if (entry.sequence > expected) throw new AuditDamage(expected, `entry ${expected} is missing`);
    const fail = (reason: string) => new AuditDamage(entry.sequence, `entry ${entry.sequence} ${reason}`);
    if (entry.sequence !== expected) throw fail('was put in');
    if (entry.previousHash !== this.head.hash) throw fail('does not follow the entry before it');
    if (entry.hash !== hashEntry(entry)) throw fail('was changed');
    if (entry.salt === null && entry.personId === null && entry.content === null) this.erasedDetails++;
    else if (hashDetails(entry) !== entry.detailsHash) throw fail('has details other than those recorded');
    const anchored = this.#anchored.get(expected);
    if (anchored !== undefined && anchored !== entry.hash) throw fail('is not the one that was anchored');
    this.#anchored.delete(expected);
    this.head = { sequence: entry.sequence, hash: entry.hash };
  }

  /**
   * Says that there are no more entries.
   * @param anchoredUpTo the newest anchor's sequence, where not all anchors were told of.
   * @throws AuditDamage when the anchors know of more.
   */
  end(anchoredUpTo = this.anchoredUpTo): void {
    if (this.head.sequence >= anchoredUpTo) return;
    const missing = this.head.sequence + 1;
    throw new AuditDamage(missing, `entry ${missing} is missing: the chain was anchored up to ${anchoredUpTo}`);
  }
}
