import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { type Person, type PersonalTable, personalTables } from './personal-tables.store.ts';

const dayMs = 86_400_000;

type Rows = Record<string, unknown>[];

/** What one table holds of a person, as far as it is data of theirs. */
export async function findPersonalRows(db: Db, name: string, person: Person, now: Date): Promise<Rows> {
  const table = personalTables[name]!;
  if (name !== 'events') return await rowsOf(db, name, table, person);
  const found: Rows = [];
  for await (const [since, until] of daysOf(db, person.id, now)) {
    const within = sql`t.received_at >= ${since} and t.received_at < ${until}`;
    found.push(...(await rowsOf(db, name, { ...table, of: (of) => sql`${within} and ${table.of(of)}` }, person)));
  }
  return found;
}

async function rowsOf(db: Db, name: string, { of, tells }: PersonalTable, person: Person): Promise<Rows> {
  const columns = sql.join(tells.split(' ').map((column) => sql`t.${sql.ref(column)}`));
  const { rows } = await sql<{ row: Rows[number] }>`
    select to_jsonb(told) as row from (select ${columns} from ${sql.table(name)} t where ${of(person)}) told`.execute(
    db,
  );
  return rows.map(({ row }) => row);
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

/** The address of an account. */
export async function findAddress(tx: Tx, id: string): Promise<string> {
  return (await tx.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
}
