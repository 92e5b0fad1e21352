import type { Logger } from 'pino';
import type { Services } from '../../platform/context.ts';
import { addUpMonths } from '../../platform/request-metrics/request-metrics.store.ts';
import { dropOldEventMonths, makeEventMonths } from './analytics.store.ts';
import { countPartHours, rollUpClosedHours } from './rollups.ts';

const monthsAhead = 2;

/** Starts the recurring work of this feature, once per process; each run is done by one process. */
export async function startAnalyticsJobs(
  { db, jobs, clock }: Pick<Services, 'db' | 'jobs' | 'clock'>,
  logger: Logger,
): Promise<void> {
  await jobs.every('partitions', 6 * 3_600, async () => {
    await makeEventMonths(db, clock.now(), monthsAhead);
    await dropOldEventMonths(db, clock.now());
    await addUpMonths(db, clock.now());
  });
  await jobs.every('rollup', 300, async (signal) => {
    await rollUpClosedHours(db, clock.now(), { logger, signal });
    await countPartHours(db, clock.now(), { logger, signal });
  });
}
