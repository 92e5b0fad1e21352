import { eraseAccount, findErased, findTakenAway, type TakenAway } from '../server/features/privacy/privacy.ts';
import { Refusal } from '../server/platform/http/refusal.ts';
import { say } from '../server/platform/say.ts';
import type { Settings } from '../server/platform/settings.ts';
import { readMoment } from './moment.ts';
import { oneLine } from './one-line.ts';
import type { ReachedDatabase } from './reach-database.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a restore ends with: it brings back who was erased since. */
export const toBeErasedAgain =
  'Whoever was erased since then is there again. On the database that was lost, or its last backup, npm run db -- erased SINCE names them; erase them here before the server runs: npm run db -- erase ID... Everybody signs in anew. It also says from whom access was taken away since, which they have again ("Erase again" in docs/runbook.md)';

/**
 * The audit log has when something began, and what was restored may lack it as it had not ended: it is asked for so much earlier. Whoever is
 * erased twice is erased.
 */
const marginMs = 600_000;

/**
 * Says who was erased, all of them or since a moment, and what is to be typed where a restore has brought them back; since a moment also from
 * whom access was taken away.
 */
export async function sayErased({ db }: Pick<ReachedDatabase, 'db'>, [typed]: string[]): Promise<void> {
  const moment = typed === undefined ? new Date(marginMs) : readMoment(typed);
  if (!moment)
    throw new Error('say since when, with its time zone: npm run db -- erased 2026-01-31T09:59:59-10:00, or nothing');
  const since = new Date(moment.getTime() - marginMs);
  const erased = await findErased(db, since);
  if (erased.length === 0) say(typed === undefined ? 'Nobody was erased.' : `Nobody was erased since ${typed}.`);
  for (const { id, at } of erased) say(`${id} was erased on ${at.toISOString()}.`);
  if (erased.length > 0) say(`npm run db -- erase ${erased.map(({ id }) => id).join(' ')}`);
  if (typed !== undefined) await sayTakenAway(db, since);
}

async function sayTakenAway(db: ReachedDatabase['db'], since: Date): Promise<void> {
  const taken = (await findTakenAway(db, since)).filter(isLoss);
  if (taken.length === 0) return;
  say('What is restored has again what was taken away since then:');
  for (const one of taken) say(lineOf(one));
  say(
    'See each at /security/access, or at Partner Management, once the server runs and before anybody else reaches it.',
  );
}

interface Details {
  before?: Standing;
  after?: Standing;
}
interface Standing {
  role?: string | null;
  standing?: string;
  permissions?: readonly string[] | null;
}
const detailsOf = ({ details }: TakenAway): Details => JSON.parse(details ?? '{}') as Details;
const roleOf = (standing?: Standing) => standing?.role ?? 'traveler';

/** Whether something was lost: who was given a role, or may do more than before, has lost nothing. Without its details an entry is told. */
function isLoss(taken: TakenAway): boolean {
  const { before, after } = detailsOf(taken);
  if (taken.action === 'role_changed') return taken.details === null || roleOf(before) !== 'traveler';
  if (taken.action !== 'member_changed' || taken.details === null) return true;
  const left = new Set(after?.permissions ?? []);
  const wasOwner = before?.standing === 'owner' && after?.standing !== 'owner';
  return wasOwner || (before?.permissions ?? []).some((permission) => !left.has(permission));
}

function lineOf(taken: TakenAway): string {
  const { before, after } = detailsOf(taken);
  const change = [
    ...(taken.action === 'role_changed' && taken.details ? [`${roleOf(before)}, then ${roleOf(after)}`] : []),
    ...(taken.action === 'member_changed' && taken.details ? [`${whatOf(before)}; then ${whatOf(after)}`] : []),
    ...(taken.by && taken.by !== taken.name ? [`by ${taken.by}`] : []),
  ];
  const about = [taken.kind, taken.id, ...(taken.name ? [taken.name] : [])].join(' ');
  return [`${taken.at.toISOString()} ${taken.action} ${about}`, ...change].join(': ');
}

const whatOf = (of?: Standing) =>
  [...(of?.standing ? [of.standing] : []), (of?.permissions ?? []).join(' ') || 'no permissions'].join(' with ');

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
