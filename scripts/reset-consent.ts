import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { Settings } from '../server/platform/settings.ts';
import type { ReachedDatabase } from './reach-database.ts';

/**
 * Has the operator agree to the loss of a database that is not the demo's own: by typing its name, or with `--yes NAME` where
 * nobody can be asked. What lies under DATA_DIR is the demo's.
 * @param given the words after `reset`.
 * @throws Error saying how to agree.
 */
export async function agreeToReset(
  { pool, settings }: Pick<ReachedDatabase, 'pool'> & { settings: Pick<Settings, 'migrationUrl'> },
  given: string[],
): Promise<void> {
  const { values } = parseArgs({ args: given, options: { yes: { type: 'string' } } });
  if (!settings.migrationUrl) return;
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const { name } = rows[0]!;
  const { host } = new URL(settings.migrationUrl);
  const typed =
    values.yes ?? (process.stdin.isTTY ? await ask(`All of ${name} on ${host} is lost. Type its name: `) : '');
  if (typed !== name)
    throw new Error(`nothing was changed: to empty ${name} on ${host}, say npm run db -- reset --yes ${name}`);
}

/** What is typed; nothing where that is broken off with Ctrl-C or Ctrl-D. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    return '';
  } finally {
    terminal.close();
  }
}
