import type { Input } from '../../../contract/endpoint.ts';
import type { listPrivacyRequests, PrivacyRequest, PrivacyWork } from '../../../contract/privacy.ts';
import type { Db } from '../../platform/database/database.ts';
import { isWhole, nextOf, readPage } from '../../platform/lists.ts';
import type { Settings } from '../../platform/settings.ts';
import { findUpkeep } from '../../platform/upkeep.store.ts';
import { findThirdParties } from './kept.ts';
import { countRequests, findRequests, type RequestRow } from './requests.store.ts';

const countedDays = 30;

/** What is forgotten in time, by name, with how many days it is kept. */
export type Tidied = readonly { task: string; days: number | null }[];

const present = ({ id, user_id, email, ...row }: RequestRow): PrivacyRequest => ({
  ...{ id, user_id, user: email },
  kind: row.kind as PrivacyRequest['kind'],
  state: row.state as PrivacyRequest['state'],
  asked_at: row.asked_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
});

/** A page of what people asked for of their own data. @throws Refusal `invalid_request` for a cursor that is none */
export async function listRequests(
  db: Db,
  { sort, after, limit, ...filter }: Input<typeof listPrivacyRequests>['query'],
) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value));
  const { rows, total } = await findRequests(db, filter, page);
  return { rows: rows.map(present), total, next: nextOf(sort, page, rows) };
}

/** How requests stand, and when what is forgotten in time was last. */
export async function readPrivacyWork(db: Db, now: Date, settings: Settings, tidied: Tidied): Promise<PrivacyWork> {
  const [counts, upkeep, third_parties] = await Promise.all([
    countRequests(db, new Date(now.getTime() - countedDays * 86_400_000)),
    findUpkeep(db),
    findThirdParties(db, settings),
  ]);
  const tidying = upkeep.get('tidying');
  return {
    ...counts,
    retention: tidied.map(({ task, days }) => ({ task, days, last_run: (tidying?.figures[task] as string) ?? null })),
    failing: tidying?.problem ?? null,
    third_parties,
  };
}
