import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { type Person, type PersonalTable, personalTables } from './personal-tables.store.ts';

const day = 86_400_000;
/** Events have no index by person: those of so many days are read at once, which their order in time finds. */
const daysPerStatement = 7;

type Rows = Record<string, unknown>[];

/** What one table holds of a person, as far as it is data of theirs. */
export async function findPersonalRows(db: Db, name: string, person: Person): Promise<Rows> {
  const table = personalTables[name]!;
  if (name !== 'events') return await rowsOf(db, name, table, person);
  const found: Rows = [];
  for await (const [since, until] of weeksOf(db, person.id)) {
    const within = sql`t.received_at >= ${since} and t.received_at < ${until}`;
    found.push(...(await rowsOf(db, name, { ...table, of: (of) => sql`${within} and ${table.of(of)}` }, person)));
  }
  return found;
}

async function rowsOf(db: Db, name: string, { of, hides = [] }: PersonalTable, person: Person): Promise<Rows> {
  const { rows } = await sql<{ row: Rows[number] }>`
    select to_jsonb(t) - ${[...hides]}::text[] as row from ${sql.table(name)} t where ${of(person)}`.execute(db);
  return rows.map(({ row }) => row);
}

/** The weeks, each with its end, in which there may be events of an account: since it, or the first of its visits, began. */
export async function* weeksOf(db: Db, id: string): AsyncGenerator<[since: Date, until: Date]> {
  const { rows } = await sql<{ since: Date | null; until: Date | null }>`
    select greatest(least(u.created_at, (select min(created_at) from visits where user_id = u.id)),
        (select min(received_at) from events)) as since, (select max(received_at) from events) as until
      from users u where u.id = ${id}::uuid`.execute(db);
  const { since, until } = rows[0] ?? {};
  if (!since || !until) return;
  for (let from = since.getTime(); from <= until.getTime(); from += daysPerStatement * day)
    yield [new Date(from), new Date(from + daysPerStatement * day)];
}

/** The address of an account. */
export async function findAddress(tx: Tx, id: string): Promise<string> {
  return (await tx.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
}
