import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Keeps a new link; the older unused one of the address that the same browser asked for ends. */
export async function replaceMagicLink(
  tx: Tx,
  link: {
    email: string;
    tokenHash: Buffer;
    browserHash: Buffer;
    /** Of the browser's ask before, where its cookie still tells. */
    replacedBrowserHash: Buffer | null;
    visitHash: Buffer | null;
    network: string;
    sealedRedirect: Buffer | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  if (link.replacedBrowserHash) {
    await tx
      .updateTable('magic_links')
      .set({ voided_at: link.now, sealed_redirect: null })
      .where('email', '=', link.email)
      .where('browser_hash', '=', link.replacedBrowserHash)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .execute();
  }
  await tx
    .insertInto('magic_links')
    .values({
      email: link.email,
      token_hash: link.tokenHash,
      browser_hash: link.browserHash,
      visit_hash: link.visitHash,
      network: link.network,
      sealed_redirect: link.sealedRedirect,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** A link, whatever became of it, and whose account its address has. */
export async function findLink(db: Db, tokenHash: Buffer) {
  return await db
    .selectFrom('magic_links')
    .leftJoin('users', 'users.email', 'magic_links.email')
    .select(['magic_links.id', 'browser_hash', 'sealed_redirect', 'used_at', 'voided_at', 'expires_at'])
    .select('users.id as userId')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}
export type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/**
 * Uses a link up, once for all: of many at the same time one gets the row.
 * @param byAsker whether the browser does that asked for it: any other ends the link with it, for the asker too.
 */
export async function useLink(tx: Tx, linkId: string, now: Date, byAsker: boolean) {
  return await tx
    .updateTable('magic_links')
    .set({ used_at: now, voided_at: byAsker ? null : now, sealed_redirect: null })
    .where('id', '=', linkId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['email', 'visit_hash'])
    .executeTakeFirst();
}

/** So long after a link was used its browser may use it once more. */
const againMs = 60_000;

/** Uses a link once more that the browser that asked for it has used just now. It ends with it: there is no third time. */
export async function takeLinkAgain(tx: Tx, linkId: string, now: Date) {
  return await tx
    .updateTable('magic_links')
    .set({ voided_at: now })
    .where('id', '=', linkId)
    .where('used_at', '<', now)
    .where('used_at', '>', new Date(now.getTime() - againMs))
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['email', 'visit_hash', 'used_at'])
    .executeTakeFirst();
}

/** Deletes the links that ended before an instant. */
export async function deleteLinksBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'magic_links', { where: sql`expires_at <= ${instant}`, orderBy: sql`expires_at` });
}
