import type { Services } from '../../platform/context.ts';
import { type Tx, withTransaction } from '../../platform/database/database.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import { knownPermissions } from '../../platform/organisations/memberships.ts';
import { alertMail } from './alert-mail.ts';
import {
  endOfCodes,
  endOver,
  type Far,
  findFar,
  findMembers,
  findOpen,
  findTold,
  openAlerts,
  type Told,
  updateFar,
  type Watched,
} from './code-alerts.store.ts';
import { findQuiet } from './quiet-codes.ts';
import { rhythm } from './rhythm.ts';

export { alertsOfCode, deleteCodeAlertsBefore, findOfKind } from './code-alerts.store.ts';

const dayMs = 86_400_000;

/**
 * From so many different visits within so long on a code is scanned far from its place, where they are so much of all that shared where
 * they were: one guest who kept a picture of it is none, and a brochure that is read at home has readers at its place as well.
 */
const farBounds = { visits: 3, share: 0.25, withinMs: 7 * dayMs } as const;

type Watcher = Pick<Services, 'db' | 'jobs' | 'settings' | 'languages' | 'mailsIn'>;

/**
 * Looks at all codes: tells their partners by mail of those that have gone quiet against their rhythm, or are scanned far from their place,
 * once each, and ends what is over. A place of which no code is scanned any more is told of as one.
 */
export async function watchCodes(watcher: Watcher, now: Date, signal?: AbortSignal): Promise<void> {
  const { db } = watcher;
  const farSince = new Date(now.getTime() - farBounds.withinMs);
  const over = { quiet: new Date(now.getTime() - rhythm.mostSilenceMs), far: farSince };
  await withTransaction(db, (tx) => endOver(tx, now, over));
  const far = await findFar(db, now, { ...farBounds, since: farSince });
  const { places, codes } = await findQuiet(db, now, await findOpen(db), signal);
  await withTransaction(db, async (tx) => {
    await endOfCodes(
      tx,
      now,
      places.map(({ location_id }) => location_id),
    );
    const quiet = [...places, ...codes].map((one) => ({ ...one, visits: null }));
    const opened = {
      quiet: await openAlerts(tx, now, 'quiet', quiet),
      far: await openAlerts(tx, now, 'far', far),
    };
    for (const one of far) await updateFar(tx, one satisfies Far);
    await tell(watcher, tx, opened);
  });
}

/** One mail to each who looks after a partner's codes, about all that was found of them now. */
async function tell(
  { jobs, settings, languages, mailsIn }: Watcher,
  tx: Tx,
  opened: { quiet: readonly Watched[]; far: readonly Watched[] },
): Promise<void> {
  const [quiet, far] = [await findTold(tx, opened.quiet), await findTold(tx, opened.far)];
  const of = (told: readonly Told[], organisation: string) =>
    told.filter(({ organisation_id }) => organisation_id === organisation);
  for (const organisation of new Set([...quiet, ...far].map(({ organisation_id }) => organisation_id)))
    for (const { email, language, standing, permissions, granted } of await findMembers(tx, organisation)) {
      const own = knownPermissions('partner', permissions, standing).filter((one) => granted.includes(one));
      if (!own.includes('qr_code_management')) continue;
      const words = await mailsIn(languages.find((one) => one === language) ?? defaultLanguage);
      const found = { quiet: of(quiet, organisation), far: of(far, organisation) };
      await jobs.send(tx, 'mail', { to: email, ...alertMail(settings, words, found) });
    }
}
