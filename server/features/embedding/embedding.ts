import { isRelatedHost, normalizeHost } from '../../../contract/embeddable.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import { deleteHosts, insertHosts, lockHosts, readHosts } from './embedding.store.ts';

/** Hosts whose pages may be shown inside the guide, by name. */
export const listEmbedHosts = (db: Db): Promise<string[]> => readHosts(db);

interface Change {
  hosts: readonly string[];
  /** The list that was read before; undefined replaces whatever there is. */
  replaces: readonly string[] | undefined;
  actorId: string;
  requestId: string;
}

/**
 * Replaces the allowed hosts by these, each in its stored form and once.
 * @returns the list as it now is.
 * @throws Refusal `embed_host_refused` for what is no host name, and for our own host with all that shares cookies with it;
 * `embed_hosts_changed` where the list is no longer the one that was to be replaced
 */
export async function setEmbedHosts(
  db: Db,
  settings: Settings,
  now: Date,
  { hosts, replaces, actorId, requestId }: Change,
): Promise<string[]> {
  const ownHost = new URL(settings.publicUrl).hostname;
  const wanted = new Set(hosts.map((given) => allowedHost(given, ownHost)));
  return await withTransaction(db, async (tx) => {
    await lockHosts(tx);
    const before = await readHosts(tx);
    if (replaces && !isSameList(replaces, before)) throw new Refusal('embed_hosts_changed');
    const added = [...wanted].filter((host) => !before.includes(host));
    const removed = before.filter((host) => !wanted.has(host));
    await deleteHosts(tx, removed);
    await insertHosts(tx, added, actorId, now);
    const after = await readHosts(tx);
    if (added.length || removed.length) {
      const subject = { kind: 'setting', id: 'embed_hosts' };
      await recordAudit(tx, now, { action: 'embed_hosts_changed', actorId, subject, before, after, requestId });
    }
    return after;
  });
}

/** @param stored each host once. */
function isSameList(given: readonly string[], stored: readonly string[]): boolean {
  const named = new Set(given);
  return named.size === stored.length && stored.every((host) => named.has(host));
}

function allowedHost(given: string, ownHost: string): string {
  const host = normalizeHost(given);
  if (!host || isRelatedHost(host, ownHost)) throw new Refusal('embed_host_refused', { host: given.slice(0, 100) });
  return host;
}
