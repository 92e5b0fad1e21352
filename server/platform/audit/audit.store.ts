import { type RawBuilder, sql } from 'kysely';
import { advisoryLocks } from '../database/advisory-locks.ts';
import type { Db, Tx } from '../database/database.ts';
import type { ChainEntry, ChainHead } from './audit-chain.ts';

interface InboxEntry {
  recordedAt: Date;
  action: string;
  actorId: string | null;
  subjectKind: string;
  subjectId: string;
  salt: Buffer;
  personId: string | null;
  content: string;
}

/** Leaves entries for the chain, which they join in their order when the transaction commits. */
export async function insertInbox(tx: Tx, entries: readonly InboxEntry[]): Promise<void> {
  await tx
    .insertInto('audit_inbox')
    .values(
      entries.map((entry) => ({
        recorded_at: entry.recordedAt,
        action: entry.action,
        actor_id: entry.actorId,
        subject_kind: entry.subjectKind,
        subject_id: entry.subjectId,
        salt: entry.salt,
        person_id: entry.personId,
        content: entry.content,
      })),
    )
    .execute();
}

/** Whether committed entries never joined the chain, as when somebody switched the appending off. */
export async function hasWaitingEntries(db: Db): Promise<boolean> {
  return (await db.selectFrom('audit_inbox').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The newest entry, or the one at a sequence. */
export async function findHead(db: Db, sequence?: number): Promise<ChainHead | undefined> {
  const entries = db.selectFrom('audit_entries').select(['sequence', sql<string>`encode(hash, 'hex')`.as('hash')]);
  const wanted =
    sequence === undefined ? entries.orderBy('sequence', 'desc').limit(1) : entries.where('sequence', '=', sequence);
  return await wanted.executeTakeFirst();
}

const entriesPerFetch = 2_000;

/**
 * The whole chain in order, in batches of one snapshot. A cursor misses nothing, whatever the sequences have been made
 * into; the next batch is on its way while one is looked at.
 */
export async function* readChain(tx: Tx): AsyncGenerator<ChainEntry[]> {
  await sql`declare audit_chain no scroll cursor for
    select e.sequence, (extract(epoch from e.recorded_at) * 1000)::float8 as "recordedAtMs", e.action,
      e.actor_id as "actorId", e.subject_kind as "subjectKind", e.subject_id as "subjectId",
      encode(e.details_hash, 'hex') as "detailsHash", encode(e.previous_hash, 'hex') as "previousHash",
      encode(e.hash, 'hex') as hash, encode(d.salt, 'hex') as salt, d.person_id as "personId", d.content
    from audit_entries e left join audit_details d on d.sequence = e.sequence order by e.sequence`.execute(tx);
  const fetch = async () =>
    (await sql<ChainEntry>`fetch ${sql.lit(entriesPerFetch)} from audit_chain`.execute(tx)).rows;
  let next = fetch();
  try {
    for (;;) {
      const batch = await next;
      if (batch.length === 0) return;
      next = fetch();
      next.catch(() => {}); // seen when it is awaited, above
      yield batch;
    }
  } finally {
    await next.catch(() => {});
    await sql`close audit_chain`.execute(tx).catch(() => {});
  }
}

/** Until the transaction ends, no other process anchors. */
export async function lockAnchoring(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.auditAnchors})`.execute(tx);
}

/** Erases the readable details that are about a person. @returns of how many entries. */
export async function deleteDetailsOf(db: Db, personId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('audit_details').where('person_id', '=', personId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** An entry of a thing's history; its time as JSON has it. */
export interface HistoryRow {
  at: string;
  action: string;
  by: string | null;
  content: string | null;
}

const mostOfHistory = 20;

/** For a select: what was done to a thing of a kind, newest first. The looks of administrators are left out. */
export const historyOf = (kind: string, id: RawBuilder<unknown>): RawBuilder<HistoryRow[]> => sql`
  array(select jsonb_build_object('at', e.recorded_at, 'action', e.action, 'by', a.email, 'content', d.content)
    from audit_entries e left join users a on a.id = e.actor_id left join audit_details d on d.sequence = e.sequence
    where e.subject_kind = ${sql.lit(kind)} and e.subject_id = ${id}::text and e.action not in ('admin_user_view', 'admin_booking_view')
    order by e.sequence desc limit ${sql.lit(mostOfHistory)})`;
