import { hawaiiDay, hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import type { PlatformName } from '../../../simulators/platforms.ts';
import { platforms } from '../../../simulators/platforms.ts';
import { statementOf } from '../../../simulators/statements.ts';
import type { Past } from './past.ts';
import type { Person } from './person.ts';
import { dayMs, hourMs } from './rhythm.ts';

/** Those that tell of nothing but by their statements. */
const silent: readonly PlatformName[] = ['getyourguide', 'operator'];
const weekMs = 7 * dayMs;

/** When the administrator fetches what the silent platforms have to tell, on Mondays. */
export const weeklyTime = '09:40';
const weeklyMs = 9 * hourMs + 40 * 60_000;
/** When all platforms have stated the month before. */
export const monthlyTime = '10:20';
const monthlyDay = '06';

export const isWeekly = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
export const isMonthly = (day: string) => day.endsWith(`-${monthlyDay}`);

/** When a silent platform is heard of next after a moment. */
export function nextWeekly(after: number): number {
  let start = hawaiiDayStart(new Date(after)).getTime();
  while (!isWeekly(hawaiiDay(new Date(start + dayMs / 2))) || start + weeklyMs <= after) start += dayMs;
  return start + weeklyMs;
}

/** Imports the silent platforms' statements of each month in which something has changed since a week ago. */
export async function importWeek(past: Past, admin: Person): Promise<void> {
  const since = new Date(past.now().getTime() - weekMs).toISOString();
  for (const platform of silent) {
    const changed = past.books.salesAt(past.now()).filter((sale) => sale.platform === platform);
    const news = changed.filter(({ changedAt }) => changedAt > since);
    const months = new Set(news.map(({ day }) => day.slice(0, 7)));
    for (const month of [...months].sort()) await importStatement(past, admin, platform, month);
  }
}

/** Imports what each platform states of the month before. */
export async function importMonth(past: Past, admin: Person): Promise<void> {
  const [year, month] = hawaiiDay(past.now()).split('-').map(Number) as [number, number];
  const before = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
  for (const { name } of platforms) await importStatement(past, admin, name, before);
}

/** Imports a statement as it is at this moment, unless it has no bookings; of what was begun before a stop the rest. */
async function importStatement(past: Past, admin: Person, platform: PlatformName, month: string): Promise<void> {
  const text = statementOf(platform, past.books.salesAt(past.now()), month);
  if (text.trim().split('\n').length < 2) return;
  const name = `${platform}-${month}-as-of-${hawaiiDay(past.now())}.csv`;
  const find = async () => (await admin.ask(past, `GET /api/admin/statement-imports?search=${name}`)).body.rows[0];
  let statement = await find();
  if (!statement) {
    const { body } = await admin.ask(past, 'POST /api/uploads/statement', { file: { name, content: text } });
    const taken = { body: { upload_id: body.id }, key: `statement ${name}` };
    await admin.ask(past, 'POST /api/admin/statement-imports', taken);
    statement = await find();
  }
  if (statement.state === 'unmapped')
    await admin.ask(past, `PUT /api/admin/statement-imports/${statement.id}/map`, { body: operatorsMap });
  if (statement.state === 'applied') return;
  // Where the present has made a passkey, it is asked for: the statement then waits for the present.
  const asked = { body: { reason: `The statement of ${month}` }, key: `apply ${name}`, mayBe: [403] };
  await admin.ask(past, `POST /api/admin/statement-imports/${statement.id}/apply`, asked);
}

/** Of columns that nobody has seen before, an administrator says what they are. */
const operatorsMap = {
  platform: 'operator',
  columns: {
    ...{ supplier: 'Site', reference: 'Ref', click_id: 'Code', status: 'State', travel_date: 'Date', item: 'What' },
    ...{ amount: 'Paid', commission: 'Yours' },
  },
  currency: 'USD',
};
