import { type DestinationStream, pino } from 'pino';
import { startBackgroundWork } from '../server/background.ts';
import { findEditions } from '../server/features/pages/editions.ts';
import { mailLanguagesOf } from '../server/features/pages/mail-words.ts';
import { asApplication, openDatabase } from '../server/platform/database/database.ts';
import { Jobs } from '../server/platform/jobs/jobs.ts';
import { ownerOf } from './attack/owner.ts';
import type { World } from './world.ts';

/** Starts what is done beside requests, as the server does: with a pool of its own. @param log takes the lines of its log. @param webFolder has the mails' languages; English alone without. @param past what the ledger's days wait for. @returns what stops it */
export async function startWork(
  world: World,
  log?: DestinationStream,
  webFolder?: string,
  past?: Promise<void>,
): Promise<() => Promise<void>> {
  const owner = await ownerOf(world);
  const background = openDatabase(asApplication(owner), {
    max: 10,
    statementSeconds: 30,
    lockSeconds: 2,
    onError: () => {},
  });
  const jobs = new Jobs(background.pool, () => {});
  await jobs.start();
  const { clock, settings } = world;
  const stop = await startBackgroundWork(
    { db: background.db, jobs, clock, settings, owner },
    log ? pino({}, log) : world.canaries.logger,
    mailLanguagesOf(webFolder ? findEditions(webFolder) : undefined),
    past,
  );
  return async () => {
    await stop();
    await background.close();
  };
}
