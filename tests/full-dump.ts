import pg from 'pg';
import { clientConfig } from '../server/platform/database/database.ts';
import { ownerOf } from './attack/owner.ts';
import type { World } from './world.ts';

/** Every row of every table in the database, those of the jobs among them, as text; bytes as the letters that they are. */
export async function dumpOf(world: Pick<World, 'database'>): Promise<Map<string, string>> {
  const client = new pg.Client(clientConfig(await ownerOf(world)));
  await client.connect();
  try {
    await client.query(`set bytea_output = 'escape'; set statement_timeout = 0`);
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast' order by 1`);
    const dump = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`);
      dump.set(name, rows.map(({ line }) => line).join('\n'));
    }
    return dump;
  } finally {
    await client.end();
  }
}

/** The words of a dump that hold another one, by the table that they stand in. */
export function foundIn(dump: ReadonlyMap<string, string>, word: RegExp): Record<string, readonly string[]> {
  const found = [...dump].map(([table, text]) => [table, [...new Set(text.match(word))]] as const);
  return Object.fromEntries(found.filter(([, words]) => words.length > 0));
}
