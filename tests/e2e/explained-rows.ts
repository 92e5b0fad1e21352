import { entryKinds } from '../../contract/commission-states.ts';
import { ask } from './database.ts';
import type { Product } from './product.ts';

/** Has a booking's ledger hold an entry of each kind, between each two accounts in turn, each asked back for each reason. */
export async function anEntryOfEachKind(product: Product, bookingId: string): Promise<void> {
  await ask(
    product,
    `insert into ledger_accounts (kind, organisation_id, platform, state)
      select 'partner', c.organisation_id, null, unnest(array['estimated', 'pending', 'held', 'payable', 'in_payout', 'paid'])
        from commissions c where c.booking_id = $1
      union all select 'platform', null, b.platform, unnest(array['estimated', 'pending', 'earned']) from bookings b where b.id = $1
      union all select 'house', null, null, unnest(array['estimated', 'pending', 'earned'])
    on conflict do nothing`,
    [bookingId],
  );
  const [payout] = await ask<{ id: string }>(
    product,
    `insert into payouts (organisation_id, run_id, cents, prepared_by, prepared_at)
      select organisation_id, gen_random_uuid(), 100, (select id from users where email = 'admin@example.com'), now()
        from commissions where booking_id = $1 returning id`,
    [bookingId],
  );
  const accounts = await ask<{ id: number }>(
    product,
    `select a.id from ledger_accounts a where a.kind = 'house'
      or a.organisation_id = (select organisation_id from commissions where booking_id = $1)
      or a.platform = (select platform from bookings where id = $1) order by a.kind, a.state`,
    [bookingId],
  );
  const post = async (kind: string, from: number, to: number, reverses?: string, reason?: string) => {
    const isOfPayout = ['payout', 'paid', 'payout_back'].includes(kind);
    const [row] = await ask<{ id: string }>(
      product,
      `insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, payout_id, reverses, reason, cause)
        values (now(), $1, $2, $3, 100, $4, $5, $6, $7, 'by hand') returning id`,
      [kind, from, to, bookingId, isOfPayout ? payout!.id : null, reverses ?? null, reason ?? null],
    );
    return row!.id;
  };
  const undoing = ['reversal', 'clawback', 'payout_back'];
  const done = entryKinds.filter((kind) => !undoing.includes(kind) && kind !== 'paid');
  for (const [index, { id: from }] of accounts.entries()) {
    const to = accounts[(index + 1) % accounts.length]!.id;
    await post(done.filter((kind) => kind !== 'payout')[index % (done.length - 1)]!, from, to);
  }
  const [one, other] = [accounts[0]!.id, accounts.at(-1)!.id];
  await post('reversal', other, one, await post('estimate', one, other));
  await post('payout_back', other, one, await post('payout', one, other));
  for (const reason of ['cancelled_after_payout', 'amount_corrected', 'duplicate', 'fraud', 'mistake'])
    await post('clawback', other, one, await post('earn', one, other), reason);
  const [second] = await ask<{ id: string }>(
    product,
    `insert into payouts (organisation_id, run_id, cents, prepared_by, prepared_at)
      select organisation_id, gen_random_uuid(), 100, prepared_by, now() from payouts where id = $1 returning id`,
    [payout!.id],
  );
  await ask(
    product,
    `insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, payout_id, cause)
      values (now(), 'paid', $1, $2, 100, $3, $4, 'by hand')`,
    [one, other, bookingId, second!.id],
  );
}

/** Notes a change of a booking in the audit log, as the product does it. */
export const aChange = (product: Product, bookingId: string, action: string, after: object): Promise<unknown> =>
  ask(
    product,
    `insert into audit_inbox (recorded_at, action, subject_kind, subject_id, salt, content)
      values (now(), $2, 'booking', $1, decode('00112233445566778899aabbccddeeff', 'hex'), $3)`,
    [bookingId, action, JSON.stringify({ after })],
  );
