import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { countCodes, lockOrganisation } from './qr-codes.store.ts';

/** For how many further codes an organisation has room; until the transaction ends nobody else makes one for it. */
export async function holdRoom(tx: Tx, organisationId: string): Promise<{ left: number; most: number }> {
  await lockOrganisation(tx, organisationId);
  const { codes, most } = await countCodes(tx, organisationId);
  return { left: Math.max(0, most - codes), most };
}

/** @throws Refusal `qr_code_limit` where an organisation has no room for one more */
export async function requireRoomForOne(tx: Tx, organisationId: string): Promise<void> {
  const { left, most } = await holdRoom(tx, organisationId);
  if (left === 0) throw new Refusal('qr_code_limit', { limit: String(most) });
}
