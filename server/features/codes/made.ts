import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { insertCode, insertPlace, type PlaceValues } from './made.store.ts';

/**
 * Makes a place, which recommends nothing yet, and notes it.
 * @param partner the name of whose it is
 * @returns its number
 */
export async function makePlace(
  tx: Tx,
  now: Date,
  actor: Actor,
  place: PlaceValues,
  partner: string | null,
): Promise<number> {
  const id = await insertPlace(tx, place, now);
  const { island: _, organisation_id, ...words } = place;
  await audit(
    tx,
    now,
    actor,
    'place_created',
    { kind: 'place', id },
    { after: { ...words, partner, organisation_id } },
  );
  return id;
}

/** A code that is to be made. */
export interface NewCode {
  code: string;
  location_id: number;
  label?: string | null;
  /** The one that it takes the place of, as it was until then. */
  replaces?: { id: number; code: string; status: string } | null;
}

/**
 * Makes a code, closes the one that it takes the place of, and notes both.
 * @param because what it is made for, which the note tells, too
 * @returns its number
 */
export async function makeCode(
  tx: Tx,
  now: Date,
  actor: Actor,
  { code, location_id, label = null, replaces = null }: NewCode,
  because: { batch: number } | { request: string },
): Promise<number> {
  const id = await insertCode(tx, now, { code, location_id, label, replaces: replaces?.id ?? null });
  const after = { code, location_id, label, ...(replaces && { replaces: replaces.code }), ...because };
  await audit(tx, now, actor, 'qr_code_made', { kind: 'qr_code', id }, { after });
  if (replaces) {
    const change = {
      before: { code: replaces.code, status: replaces.status },
      after: { code: replaces.code, status: 'replaced', replaced_by: code },
    };
    await audit(tx, now, actor, 'qr_code_replaced', { kind: 'qr_code', id: replaces.id }, change);
  }
  return id;
}

async function audit(
  tx: Tx,
  now: Date,
  { userId, requestId }: Actor,
  action: string,
  subject: { kind: string; id: number },
  values: { before?: object; after: object },
): Promise<void> {
  await recordAudit(tx, now, { action, actorId: userId, subject, ...values, requestId });
}
