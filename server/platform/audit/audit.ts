import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { type Db, type Tx, withTransaction } from '../database/database.ts';
import {
  deleteDetailsOf,
  findHead,
  type HistoryRow,
  hasWaitingEntries,
  insertInbox,
  lockAnchoring,
  readChain,
} from './audit.store.ts';
import {
  type AnchorFile,
  AnchorReader,
  appendAnchor,
  readAnchors,
  readLastAnchor,
  sizeOfAnchors,
  writeAnchorLine,
} from './audit-anchors.ts';
import { AuditDamage, ChainCheck, type ChainHead, canonicalJson, damageIn } from './audit-chain.ts';

/** Who changes something, and in which request. */
export interface Actor {
  userId: string;
  requestId: string;
}

/** Whoever calls, where an endpoint's access lets no guest in. */
export const actorOf = ({ caller, requestId }: Pick<Context, 'caller' | 'requestId'>): Actor => ({
  userId: caller!.userId,
  requestId,
});

/** What happened. Ids only, but for `before` and `after`, which are kept apart and can be erased. */
export interface AuditRecord {
  /** Lower case with underscores: `role_changed`. */
  action: string;
  /** The user who did it; null for the system itself. */
  actorId: string | null;
  /** What it was done to: a kind (lower case with underscores) and an id, never an address or a name. */
  subject: { kind: string; id: string | number };
  /** The values that changed; anything JSON can hold. */
  before?: unknown;
  after?: unknown;
  requestId?: string;
  /** Whose personal data `before` and `after` hold, erased with the account. By default a subject of the kind `user`. */
  personId?: string | null;
}

/**
 * Records a change in the audit chain, as part of the change's own transaction: both are kept, or neither. May be called
 * at any point of it: the entry joins the chain at the commit, which is also when a database that cannot take it refuses.
 * @throws the database's error when an action, kind or id has not the form that is asked.
 */
export const recordAudit = (tx: Tx, now: Date, record: AuditRecord): Promise<void> => recordAudits(tx, now, [record]);

/** The same of several changes, in their order. */
export async function recordAudits(tx: Tx, now: Date, records: readonly AuditRecord[]): Promise<void> {
  if (records.length === 0) return;
  await insertInbox(
    tx,
    records.map(({ action, actorId, subject, before, after, requestId, personId }) => ({
      recordedAt: now,
      action,
      actorId,
      subjectKind: subject.kind,
      subjectId: String(subject.id),
      salt: randomBytes(16),
      personId: personId !== undefined ? personId : subject.kind === 'user' ? String(subject.id) : null,
      content: canonicalJson({ before, after, request_id: requestId }),
    })),
  );
}

/** Erases what the audit log holds of a person in readable form; the chain stays whole. @returns of how many entries. */
export function eraseAuditDetails(db: Db, personId: string): Promise<number> {
  return deleteDetailsOf(db, personId);
}

/** The history of a thing, with the reasons that its entries hold where they are still there and hold one. */
export const presentHistory = (rows: readonly HistoryRow[]) =>
  rows.map(({ at, action, by, content }) => {
    const { after } = JSON.parse(content ?? '{}') as { after?: { reason?: unknown } };
    return {
      ...{ at: new Date(at).toISOString(), action, by },
      reason: typeof after?.reason === 'string' ? after.reason : null,
    };
  });

/** The history of a thing, with what was made of its fields: of one that was made, what they held from the beginning. */
export const historyOfFields = <Field extends string, Value>(rows: readonly HistoryRow[], fields: readonly Field[]) =>
  rows.map(({ at, action, by, content }) => {
    type Held = Partial<Record<Field, Value>>;
    const held: { before?: Held; after?: Held } = JSON.parse(content ?? '{}');
    const [before, after]: [Held, Held] = [held.before ?? {}, held.after ?? {}];
    const changed = fields.filter((field) => field in before || field in after);
    const changes = changed.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
    return { at: new Date(at).toISOString(), action, by, changes };
  });

/** What a check of the whole chain found. */
export interface AuditReport {
  /** The last entry that was found in order. */
  head: ChainHead;
  /** How many of the entries have had their details erased. */
  erasedDetails: number;
  /** The newest authentic anchor's sequence, or 0: what came later could have been cut off or rewritten unseen. */
  anchoredUpTo: number;
  /** The first thing that is wrong, if anything is. */
  damage: AuditDamage | undefined;
}

/**
 * Checks every entry, its details and the anchors, in one pass over one snapshot; of the anchors and of the entries only the pieces
 * at hand are in memory.
 * @param watch told how far it is; what it throws ends the check.
 */
export async function verifyAuditChain(
  db: Db,
  file: AnchorFile,
  watch?: (done: number, total: number) => void,
): Promise<AuditReport> {
  const kept = new AnchorReader(file.keys);
  // Before the snapshot: what is anchored meanwhile is of entries that are not in it.
  const anchors = new AnchorFeed(readAnchors(file, kept, await sizeOfAnchors(file)));
  const check = new ChainCheck();
  const damage = await damageIn(async () => {
    const walk = async (tx: Tx) => {
      const total = watch ? ((await findHead(tx))?.sequence ?? 0) : 0;
      for await (const batch of readChain(tx)) {
        await anchors.tell(check, batch.at(-1)!.sequence);
        for (const entry of batch) check.add(entry);
        watch?.(check.head.sequence, total);
      }
    };
    await withTransaction(db, walk, { attempts: 1 });
  });
  await anchors.skip();
  const end = await damageIn(async () => {
    check.end(kept.last?.sequence ?? 0);
    if (await hasWaitingEntries(db)) throw new AuditDamage(check.head.sequence + 1, 'entries never joined the chain');
  });
  const torn = kept.isTorn
    ? new AuditDamage(null, 'the anchor file ends in half a line; the next anchor mends it')
    : undefined;
  return {
    head: check.head,
    erasedDetails: check.erasedDetails,
    anchoredUpTo: kept.last?.sequence ?? 0,
    damage: damage ?? end ?? kept.damage ?? torn,
  };
}

/** Anchors, told to a check just before the entries that they are of. */
class AnchorFeed {
  readonly #source: AsyncGenerator<ChainHead[]>;
  #ahead: ChainHead[] = [];
  #at = 0;

  constructor(source: AsyncGenerator<ChainHead[]>) {
    this.#source = source;
  }

  /** Tells of those up to a sequence. */
  async tell(check: ChainCheck, upTo: number): Promise<void> {
    for (;;) {
      for (; this.#at < this.#ahead.length; this.#at++) {
        const anchor = this.#ahead[this.#at]!;
        if (anchor.sequence > upTo) return;
        check.expect(anchor);
      }
      const next = await this.#source.next();
      if (next.done) return;
      [this.#ahead, this.#at] = [next.value, 0];
    }
  }

  /** Reads the others to the end. */
  async skip(): Promise<void> {
    for await (const _ of this.#source);
  }
}

/** Reads the whole anchor file. @throws AuditDamage when it is not what was written. */
export async function checkAnchors(file: AnchorFile): Promise<void> {
  const kept = new AnchorReader(file.keys);
  for await (const _ of readAnchors(file, kept));
  if (kept.damage) throw kept.damage;
}

/**
 * Writes the newest entry's hash to the anchor file, unless it is there already. Cheap, as it reads the end of the file alone; how
 * often it runs is how much of the chain's end could at worst be rewritten unseen. Several processes may do it at once.
 * @returns the anchored head, or undefined when there was nothing new.
 * @throws AuditDamage, writing nothing, when the file's last line or the entry anchored last is not what was written.
 */
export async function anchorAuditChain(db: Db, file: AnchorFile, now: Date): Promise<ChainHead | undefined> {
  // Before the transaction, which the database ends when it is idle for long: a file of an earlier version is read whole.
  const kept = await readLastAnchor(file);
  return await withTransaction(db, async (tx) => {
    await lockAnchoring(tx);
    for await (const _ of readAnchors(file, kept)); // what somebody else has added meanwhile
    if (kept.damage) throw kept.damage;
    const { last } = kept;
    if (last && (await findHead(tx, last.sequence))?.hash !== last.hash) {
      throw new AuditDamage(last.sequence, `entry ${last.sequence} is not the one that was anchored`);
    }
    const head = await findHead(tx);
    const isKept = last?.sequence === head?.sequence && kept.isSignedByNewestKey && !kept.isTorn;
    if (!head || isKept) return undefined;
    const line = writeAnchorLine(head, now, file.keys[0], kept.digest);
    await appendAnchor(file.path, kept.isTorn ? `\n${line}` : line);
    return head;
  });
}
