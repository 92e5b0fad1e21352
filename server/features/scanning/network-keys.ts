import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { sign } from '../../platform/sessions/tokens.ts';
import { deleteNetworkKeysUpTo, keepNetworkKey } from './network-keys.store.ts';

/** A Hawaiian month, as `2026-11`. */
const monthOf = (instant: Date) => hawaiiDay(instant).slice(0, 7);

const keyLength = 32;
const hashLength = 8;
/** Of the guests of so many hotels a network is hashed once; a hash takes longer than all else that is noted of a scan. */
const mostKept = 2_000;

interface Month {
  month: string;
  /** Since 1970, the one in which the month was looked up last: Hawaiian months begin with one of these. */
  hour: number;
  key: Promise<KeyObject>;
  hashes: Map<string, Buffer>;
}

/** The present month; each database has a key of its own. */
const months = new WeakMap<Db, Month>();

/**
 * A network as 8 bytes that tell it from others within a Hawaiian month. The month's key is random and stands in the database
 * alone: when it is forgotten (`retention.scanNetworkDays`), nobody can tell any more which network a hash is of.
 */
export async function hashNetwork(db: Db, now: Date, network: string): Promise<Buffer> {
  const { key, hashes } = monthFor(db, now);
  const kept = hashes.get(network);
  if (kept) return kept;
  const hash = sign(await key, network).subarray(0, hashLength);
  if (hashes.size >= mostKept) hashes.clear();
  hashes.set(network, hash);
  return hash;
}

function monthFor(db: Db, now: Date): Month {
  const present = months.get(db);
  const hour = Math.floor(now.getTime() / 3_600_000);
  if (present?.hour === hour) return present;
  const month = monthOf(now);
  if (present?.month === month) return Object.assign(present, { hour });
  const key = keepNetworkKey(db, { month, key: randomBytes(keyLength) }).then(createSecretKey);
  months.set(db, { month, hour, key, hashes: new Map() });
  // What could not be asked for is asked for again.
  key.catch(() => months.delete(db));
  return months.get(db)!;
}

/** Forgets which networks the scans before an instant came from, and those of its month with them. */
export async function forgetNetworksBefore(db: Db, instant: Date): Promise<void> {
  await deleteNetworkKeysUpTo(db, monthOf(instant));
}
