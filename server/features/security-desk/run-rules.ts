import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { SecurityRuleName } from '../../../contract/security-alert-words.ts';
import type { Context, Services } from '../../platform/context.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { alertRules, type Found, type Ground, holdsOf, type Rule } from './alert-rules.ts';
import {
  endAlerts,
  endForgotten,
  endThese,
  findScan,
  findSubjects,
  findUndismissed,
  keepFindings,
  putScan,
} from './alerts.store.ts';
import { lookAtCertificate } from './certificate.ts';

/** Nobody reads more alerts of one rule, and whoever opens many must not fill the table, nor the list. */
const mostOfRule = 50;
/** Of one rule so many take the place of others at one look: whoever does ever more must not fill the table either. */
const mostReplaced = 5;
const lookEveryMs = 60_000;
/** A server that looks no more for so long is gone. */
const goneAfterMs = 3_600_000;
/** Of what an alert is about, in characters. */
const longestName = 100;

type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>;

/**
 * Looks at all that the rules look at: opens an alert where one holds and has none, which the log says, and ends those that hold no longer. A rule that
 * cannot look leaves its alerts as they are. However many processes do it, an alert is one.
 * @throws Error that names the rules that could not look, when all others have
 */
export async function runSecurityRules(
  { db, replica, settings }: Pick<Context, 'db' | 'replica' | 'settings'>,
  now: Date,
  log: Log,
): Promise<void> {
  const scan = await lookAtCertificate(await findScan(db), settings.publicUrl, now);
  const ground: Ground = { db, replica, settings, now, scan };
  const failed = await runEach(log, (name, rule) =>
    rule.ofServer ? endGone(ground, name) : runRule(ground, log, name, rule),
  );
  await putScan(db, { ...scan, scanned_at: now });
  if (failed.length > 0) throw new Error(`could not look: ${failed.join(', ')}`);
}

/** Looks at what is this server's own, in every process of it. @param given.room room for a data folder, in MB */
export async function runServerRules(
  { settings, server = nameOfServer(settings), ...given }: Omit<Ground, 'now'>,
  now: Date,
  log: Log,
): Promise<void> {
  const ground = { ...given, settings, server, now };
  await runEach(log, async (name, rule) => {
    if (rule.ofServer) await runRule(ground, log, name, rule);
  });
}

type Watched = Pick<Services, 'db' | 'settings' | 'clock'> & Pick<Ground, 'server' | 'room'>;

/** Runs the rules of this server now and each minute. @returns what ends that */
export function watchServer({ clock, ...given }: Watched, log: Log) {
  const look = () => void runServerRules(given, clock.now(), log);
  look();
  const timer = setInterval(look, lookEveryMs);
  return () => clearInterval(timer);
}

const nameOfServer = ({ dataDir }: Context['settings']) => `${hostname()}:${dataDir}`.slice(-longestName);

/** @returns the rules that could not look */
async function runEach(log: Log, run: (name: SecurityRuleName, rule: Rule) => Promise<void>) {
  const failed: SecurityRuleName[] = [];
  for (const [name, rule] of Object.entries(alertRules) as [SecurityRuleName, Rule][])
    await run(name, rule).catch((error: Error) => {
      failed.push(name);
      log.error({ rule: name, reason: error.message }, 'a security rule could not look');
    });
  return failed;
}

/** A server that is no more says nothing of its alerts: they end. */
const endGone = ({ db, now }: Ground, name: SecurityRuleName) =>
  withTransaction(db, (tx) => endForgotten(tx, now, name, new Date(now.getTime() - goneAfterMs)));

async function runRule(ground: Ground, log: Log, name: SecurityRuleName, rule: Rule): Promise<void> {
  const { db, now } = ground;
  const span = { from: new Date(now.getTime() - rule.window * 1_000), until: now };
  const holding = (await rule.find(ground, span)).filter(({ figure }) => holdsOf(rule, figure));
  const opened = await withTransaction(db, async (tx) => {
    const keep = (found: readonly Found[]) =>
      keepFindings(
        tx,
        now,
        found.map((one) => ({ ...one, rule: name })),
        // What happened was so much, though it leaves the time that is looked at; how things are is said as they are now.
        rule.window > 0 ? 'greatest' : 'latest',
      );
    const open = new Set(await findSubjects(tx, name));
    await keep(holding.filter(({ subject }) => open.has(subject)));
    await endAlerts(tx, now, name, new Date(now.getTime() - rule.stays * 1_000), rule.ofServer && ground.server);
    const fresh = holding.filter(({ subject }) => !open.has(subject));
    const { begin, end } = makeRoom(rule, fresh, await findUndismissed(tx, name));
    await endThese(tx, now, end);
    return await keep(begin);
  });
  // Whom it is about the desk says alone.
  for (const figure of opened) log.warn({ rule: name, figure }, 'a security alert has opened');
}

/**
 * Which findings become alerts: the gravest, as far as there is room, and where there is none in the place of what is less grave than they.
 * Else whoever opens many small ones would hide all that comes after them.
 * @param open what nobody has dismissed: what somebody has takes no room
 */
function makeRoom(
  { downward }: Rule,
  fresh: readonly Found[],
  open: readonly { id: string; figure: number }[],
): { begin: Found[]; end: string[] } {
  const gravity = ({ figure }: { figure: number }) => (downward ? -figure : figure);
  const gravest = fresh.toSorted((one, other) => gravity(other) - gravity(one));
  const least = open.toSorted((one, other) => gravity(one) - gravity(other));
  const room = Math.max(0, mostOfRule - open.length);
  const instead = gravest
    .slice(room, room + mostReplaced)
    .filter((one, at) => least[at] && gravity(one) > gravity(least[at]));
  return {
    begin: [...gravest.slice(0, room), ...instead],
    end: least.slice(0, instead.length).map(({ id }) => id),
  };
}
