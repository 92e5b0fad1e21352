import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { countWithBeingMade, lockOrganisation } from './qr-codes.store.ts';

/** For how many further codes an organisation has room, beside those that batches are making for it; until the transaction ends nobody else makes one for it. */
export async function holdRoom(tx: Tx, organisationId: string): Promise<{ codes: number; left: number; most: number }> {
  await lockOrganisation(tx, organisationId);
  const { codes, most } = await countWithBeingMade(tx, organisationId);
  return { codes, left: Math.max(0, most - codes), most };
}

/** @throws Refusal `qr_code_limit` where an organisation has no room for one more */
export async function requireRoomForOne(tx: Tx, organisationId: string): Promise<void> {
  const { left, most } = await holdRoom(tx, organisationId);
  if (left === 0) throw new Refusal('qr_code_limit', { limit: String(most) });
}
