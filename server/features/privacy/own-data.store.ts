import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { type Person, personalTables } from './personal-tables.store.ts';

const dayMs = 86_400_000;
/** Events are looked for in no shorter time. */
const leastMs = 1_000;

type Row = Record<string, unknown>;

/** So many rows are in memory at once. */
const rowsPerStatement = 1_000;

/** What one table holds of a person, as far as it is data of theirs: some rows at a time, in no order that means anything. */
export async function* findPersonalRows(db: Db, name: string, person: Person, now: Date): AsyncGenerator<Row[]> {
  if (name === 'events') yield* findEvents(db, person, now);
  else yield* findByPlace(db, name, person);
}

async function* findByPlace(db: Db, name: string, person: Person): AsyncGenerator<Row[]> {
  for (let after: Found | undefined; ; ) {
    const rest = sql`(${after === undefined} or (t.tableoid, t.ctid) > (${after?.part ?? null}::oid, ${after?.place ?? null}::tid))`;
    const found = await findSome(db, name, person, rest, sql`t.tableoid, t.ctid`);
    yield found.map(({ row }) => row);
    if (found.length < rowsPerStatement) return;
    after = found.at(-1);
  }
}

/** A day at a time; where one has more than are read at once, in the time in which the next ones are to be expected. */
async function* findEvents(db: Db, person: Person, now: Date): AsyncGenerator<Row[]> {
  const order = sql`t.received_at, t.ctid`;
  for await (const [since, until] of daysOf(db, person.id, now))
    for (let from = since, ms = dayMs, after: Found | undefined; from < until; ) {
      const to = new Date(Math.min(from.getTime() + ms, until.getTime()));
      const rest = sql`t.received_at >= ${from} and t.received_at < ${to}
        and (${after === undefined} or (t.received_at, t.ctid) > (${after?.at ?? null}::timestamptz, ${after?.place ?? null}::tid))`;
      const found = await findSome(
        db,
        'events',
        person,
        rest,
        order,
        sql`t.received_at::text as at, t.received_at as reached,`,
      );
      yield found.map(({ row }) => row);
      if (found.length < rowsPerStatement) {
        [from, ms, after] = [to, ms * 2, undefined];
        continue;
      }
      after = found.at(-1)!;
      const reached = after.reached!;
      [from, ms] = [reached, Math.max(2 * (reached.getTime() - from.getTime()), leastMs)];
    }
}

/** A row, and where it stands. */
interface Found {
  row: Row;
  part: number;
  place: string;
  /** When, to the microsecond, and the millisecond of it. */
  at?: string;
  reached?: Date;
}

async function findSome(
  db: Db,
  name: string,
  person: Person,
  rest: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  also = sql``,
): Promise<Found[]> {
  const { of, tells, tellsPastMembers } = personalTables[name]!;
  const isMember = sql`t.organisation_id is null or exists (
    select from members m where m.organisation_id = t.organisation_id and m.user_id = ${person.id}::uuid)`;
  const row = tellsPastMembers
    ? sql`case when ${isMember} then ${asJson(tells)} else ${asJson(tellsPastMembers)} end`
    : asJson(tells);
  const { rows } = await sql<Found>`
    select ${also} t.tableoid::int8 as part, t.ctid::text as place, ${row} as row
    from ${sql.table(name)} t where ${of(person)} and ${rest} order by ${order} limit ${rowsPerStatement}`.execute(db);
  return rows;
}

function asJson(names: string): RawBuilder<unknown> {
  const columns = sql.join(names.split(' ').map((column) => sql`t.${sql.ref(column)}`));
  return sql`(select to_jsonb(told) from (select ${columns}) told)`;
}

/**
 * The days, each with its end, on which there may be events of an account: since it, or the first of its visits, began. Events have no
 * index by person: those of a day are read at once, which their order in time finds, whatever came before.
 */
export async function* daysOf(db: Db, id: string, now: Date): AsyncGenerator<[since: Date, until: Date]> {
  const { rows } = await sql<{ since: Date }>`
    select least(u.created_at, (select min(created_at) from visits where user_id = u.id), ${now}::timestamptz) as since
      from users u where u.id = ${id}::uuid`.execute(db);
  const since = rows[0]?.since.getTime() ?? Number.POSITIVE_INFINITY;
  for (let from = since - (since % dayMs); from <= now.getTime(); from += dayMs)
    yield [new Date(from), new Date(from + dayMs)];
}

/** The address of an account, held so that nobody else asks for its file until the transaction ends. */
export async function lockAddress(tx: Tx, id: string): Promise<string> {
  const account = tx.selectFrom('users').select('email').where('id', '=', id).forNoKeyUpdate();
  return (await account.executeTakeFirstOrThrow()).email;
}
