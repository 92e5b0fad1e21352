import { hawaiiClock } from '../../../contract/hawaii-time.ts';
import { type UserColumn, type UserDetail, type UserRow, userColumns } from '../../../contract/users.ts';
import { type Actor, presentHistory, recordAudit } from '../../platform/audit/audit.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, nextOf, type Page, readPage } from '../../platform/lists.ts';
import { describeBrowser } from '../accounts/accounts.ts';
import { findUser, findUsers, type UserFilter, type UserRecord } from './users.store.ts';

export { isUserLike } from './users.store.ts';

function present(row: UserRecord): UserRow {
  const { id, name, email, role, organisation, sessions, passkeys } = row;
  return {
    ...{ id, name, email, role, organisation, sessions, passkeys },
    state: row.is_active ? 'active' : 'suspended',
    joined_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  };
}

/** Whether a cursor's value is one of the order: a name has no NUL, an instant is microseconds that a number holds exactly. */
const isPlace = (by: string, value: string | null) =>
  by === 'name' ? value?.isWellFormed() === true && !value.includes('\0') : value === null || isWhole(value);

type ListQuery = UserFilter & { sort: string; after?: string | undefined; limit?: number | undefined };

/** A page of accounts. @throws Refusal `invalid_request` for a cursor that is none */
export async function listUsers(db: Db, now: Date, { sort, after, limit, ...filter }: ListQuery) {
  const page = readPage({ sort, after, limit }, isPlace);
  const { rows, total, digest } = await findUsers(db, now, filter, page);
  return { rows: rows.map(present), total, digest, next: nextOf(sort, page, rows) };
}

/** One account, as the list has it. @throws Refusal `not_found` */
export async function findRow(db: Db, now: Date, id: string): Promise<UserRow> {
  const row = await findUser(db, now, id);
  if (!row) throw new Refusal('not_found');
  return present(row);
}

/** One account with all that belongs to it. @throws Refusal `not_found` */
export async function getUser(db: Db, now: Date, id: string): Promise<UserDetail> {
  const row = await findUser(db, now, id);
  if (!row) throw new Refusal('not_found');
  const iso = (text: string) => new Date(text).toISOString();
  return {
    ...present(row),
    live_sessions: row.live_sessions.map((one) => ({
      id: one.id,
      created_at: iso(one.created_at),
      last_seen_at: iso(one.last_seen_at),
      user_agent: describeBrowser(one.user_agent),
    })),
    own_passkeys: row.own_passkeys.map((one) => ({
      ...one,
      created_at: iso(one.created_at),
      last_used_at: one.last_used_at && iso(one.last_used_at),
    })),
    organisations: row.organisations as UserDetail['organisations'],
    history: presentHistory(row.history),
  };
}

/** What a column is called in the file, and what stands there. */
const cells: Record<UserColumn, [head: string, of: (row: UserRow) => string | number | null]> = {
  name: ['name', ({ name }) => name],
  email: ['email', ({ email }) => email],
  role: ['role', ({ role }) => role],
  state: ['state', ({ state }) => state],
  organisation: ['organization', ({ organisation }) => organisation],
  sessions: ['sessions', ({ sessions }) => sessions],
  passkeys: ['passkeys', ({ passkeys }) => passkeys],
  joined: ['joined_at_hawaii', ({ joined_at }) => hawaiiClock(new Date(joined_at))],
  seen: ['last_seen_at_hawaii', ({ last_seen_at }) => last_seen_at && hawaiiClock(new Date(last_seen_at))],
};
const rowsPerStatement = 1_000;

/**
 * All accounts that match, in the list's order, as CSV with the columns that are asked for, piece by piece. That it was asked for is
 * in the audit log before the first of them is given.
 */
export async function exportUsers(
  db: Db,
  now: Date,
  actor: Actor,
  {
    sort,
    columns = userColumns,
    ...filter
  }: UserFilter & { sort: string; columns?: readonly UserColumn[] | undefined },
): Promise<AsyncGenerator<string>> {
  await withTransaction(db, (tx) =>
    recordAudit(tx, now, {
      action: 'users_exported',
      actorId: actor.userId,
      subject: { kind: 'user_list', id: 'all' },
      // Not whom: these details are the administrator's, and stay when that person's are erased.
      after: { sort, ...filter, ...(filter.search && { search: 'somebody' }) },
      requestId: actor.requestId,
      personId: actor.userId,
    }),
  );
  const shown = userColumns.filter((one) => columns.includes(one)).map((one) => cells[one]);
  return csvOf(db, now, shown, filter, readPage({ sort, limit: rowsPerStatement }, isPlace));
}

async function* csvOf(
  db: Db,
  now: Date,
  shown: readonly (typeof cells)[UserColumn][],
  filter: UserFilter,
  first: Page,
): AsyncGenerator<string> {
  yield csvHeader(shown.map(([head]) => head));
  for (let page = first; ; ) {
    const { rows } = await findUsers(db, now, filter, page);
    const lines = rows.map(present).map((one) => csvLine(shown.map(([, of]) => of(one))));
    if (lines.length) yield lines.join('');
    const last = rows.at(-1);
    if (!last || rows.length < page.limit) return;
    page = { ...page, after: { value: last.order_value, id: last.id } };
  }
}
