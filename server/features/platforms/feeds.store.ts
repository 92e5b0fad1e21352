import type { Db, Tx } from '../../platform/database/database.ts';

/** How far a feed was read, and when to read on. */
export interface Feed {
  cursor: string | null;
  /** Of the page that was taken in last. */
  page_digest: Buffer | null;
  since: Date;
  next_at: Date;
  failures: number;
}

/** Of a feed that was never read it says where to begin. */
export async function findFeed(db: Db, source: string, since: Date, now: Date): Promise<Feed> {
  await db
    .insertInto('feeds')
    .values({ source, since, next_at: now, cursor: null, page_digest: null, read_at: null })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute();
  return await db
    .selectFrom('feeds')
    .select(['cursor', 'page_digest', 'since', 'next_at', 'failures'])
    .where('source', '=', source)
    .executeTakeFirstOrThrow();
}

/** Moves on from a page to the next. @returns false where somebody else has done so meanwhile */
export async function moveFeed(
  tx: Tx,
  source: string,
  { from, to, digest }: { from: string | null; to: string | null; digest: Buffer },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('feeds')
    .set({ cursor: to, page_digest: digest, failures: 0, read_at: now })
    .where('source', '=', source)
    .where('cursor', 'is not distinct from', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Says when the feed is read next. */
export async function putFeedOff(
  db: Db,
  source: string,
  { next_at, failures }: { next_at: Date; failures: number },
): Promise<void> {
  await db.updateTable('feeds').set({ next_at, failures }).where('source', '=', source).execute();
}
