import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { daysBefore } from './demo-travelers.ts';
import type { ByAdmin } from './desk-stories.ts';
import type { Act, Past } from './past.ts';
import type { Person } from './person.ts';
import { historyDays } from './rhythm.ts';
import { isMonthly } from './stated.ts';

/** Once the statements of the month before are imported. */
const preparedAt = '10:50';
/** On the day after. */
const withdrawnAt = '09:10';
/** From a run to the day on which its bank transfers have arrived. */
const transferDays = 3;

/**
 * On which days of the history a run of payouts is prepared, as days before its end, oldest first. Money becomes payable a fortnight after
 * it was earned: the first may find nothing, the last two always do.
 */
export function runsBefore(until: Date): number[] {
  const at = daysBefore(until);
  return Array.from({ length: historyDays }, (_, days) => days)
    .filter((days) => isMonthly(hawaiiDay(new Date(at(days, '12:00')))) && at(days, preparedAt) < until.getTime())
    .reverse();
}

/** Each month partners' payouts are prepared, and released a few days later. The newest wait; one of late is withdrawn. */
export function payouts(until: Date, byAdmin: ByAdmin): Act[] {
  const at = daysBefore(until);
  const runs = runsBefore(until);
  const withdrawn = runs.findLast((days) => at(days - 1, withdrawnAt) < until.getTime());
  return runs.flatMap((days) => [
    byAdmin(days, preparedAt, (past, admin) =>
      // Where the present has made a passkey, it is asked for: what is due then waits for the present.
      admin.ask(past, 'POST /api/admin/payout-runs', { body: {}, key: `payouts ${dayOf(past)}`, mayBe: [403] }),
    ),
    ...(days === withdrawn ? [byAdmin(days - 1, withdrawnAt, withdrawLeast)] : []),
    ...(days === runs.at(-1) ? [] : [byAdmin(days - transferDays, '09:30', releaseAll)]),
  ]);
}

const dayOf = (past: Past) => hawaiiDay(past.now());

/** What waits to be released, the least first; what the present has prepared meanwhile is its own. */
async function findPrepared(past: Past, admin: Person): Promise<{ id: string }[]> {
  const { body } = await admin.ask(past, 'GET /api/admin/payouts?state=prepared&limit=50');
  return (body.rows as { id: string; amount: number; prepared_at: string }[])
    .filter(({ prepared_at }) => Date.parse(prepared_at) < past.now().getTime())
    .sort((one, other) => one.amount - other.amount);
}

async function releaseAll(past: Past, admin: Person): Promise<void> {
  const ids = (await findPrepared(past, admin)).map(({ id }) => id);
  const asked = { body: { ids }, key: `release ${dayOf(past)}`, mayBe: [403] };
  if (ids.length > 0) await admin.ask(past, 'POST /api/admin/payouts/release', asked);
}

/** One of a run is withdrawn; what a stop made it ask again finds it done. */
async function withdrawLeast(past: Past, admin: Person): Promise<void> {
  const { body: before } = await admin.ask(past, 'GET /api/admin/payouts?state=withdrawn&limit=1');
  const [least, ...others] = await findPrepared(past, admin);
  if (!least || others.length === 0 || before.rows.length > 0) return;
  const reason = 'Their bank account is about to change: they are paid with the next run.';
  const asked = { body: { ids: [least.id], reason }, key: `withdraw ${dayOf(past)}`, mayBe: [403] };
  await admin.ask(past, 'POST /api/admin/payouts/withdraw', asked);
}
