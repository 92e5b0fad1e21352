import { eraseAccount, findErased } from '../server/features/privacy/privacy.ts';
import { Refusal } from '../server/platform/http/refusal.ts';
import { say } from '../server/platform/say.ts';
import type { Settings } from '../server/platform/settings.ts';
import { readMoment } from './moment.ts';
import { oneLine } from './one-line.ts';
import type { ReachedDatabase } from './reach-database.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a restore ends with: it brings back who was erased since. */
export const toBeErasedAgain =
  'Whoever was erased since then is there again. On the database that was lost, or its last backup, npm run db -- erased SINCE names them; erase them here before the server runs: npm run db -- erase ID... ("Erase again" in docs/runbook.md)';

/** Says who was erased, all of them or since a moment, and what is to be typed where a restore has brought them back. */
export async function sayErased({ db }: ReachedDatabase, [typed]: string[]): Promise<void> {
  const since = typed === undefined ? new Date(0) : readMoment(typed);
  if (!since)
    throw new Error('say since when, with its time zone: npm run db -- erased 2026-01-31T09:59:59-10:00, or nothing');
  const erased = await findErased(db, since);
  if (erased.length === 0) return say(typed === undefined ? 'Nobody was erased.' : `Nobody was erased since ${typed}.`);
  for (const { id, at } of erased) say(`${id} was erased on ${at.toISOString()}.`);
  say(`npm run db -- erase ${erased.map(({ id }) => id).join(' ')}`);
}

/**
 * Erases accounts by their ids, as their owners do in the product; the audit log says that the operator did. One that cannot be erased keeps no
 * other from it.
 * @throws Error in one line where there was such a one, or what is given are no ids
 */
export async function eraseAccounts(
  { db }: ReachedDatabase,
  settings: Settings,
  given: string[],
  now: Date,
): Promise<void> {
  if (given.length === 0 || !given.every((id) => uuid.test(id)))
    throw new Error('name accounts by their ids: npm run db -- erase ID...');
  let [done, left] = [0, 0];
  for (const id of given)
    try {
      const isErased = await eraseAccount(db, now, settings, id.toLowerCase(), { actorId: null });
      done++;
      say(isErased ? `Erased ${id}.` : `${id} was erased before.`);
    } catch (error) {
      left++;
      if (error instanceof Refusal && error.code === 'not_found') say(`${id} is no account.`);
      else say(`${id} was not erased: ${oneLine(error)}`);
    }
  if (done) say('What takes time to find goes within minutes, once the server runs.');
  if (left) throw new Error(`${left} of ${given.length} were not erased`);
}
