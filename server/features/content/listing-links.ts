import { hawaiiDay, hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import type { Services } from '../../platform/context.ts';
import { type AskOptions, askLink, isFailure, isGone, type LinkAnswer } from './ask-link.ts';
import { type DueLink, deleteLeftLinks, findDueLinks, putLink } from './listing-links.store.ts';

/** Hawaiʻi's clock: each link is asked for once from then on. */
const nightlyHour = 3;
/** Links that are asked for at once. Of one host it is one. */
const atOnce = 8;
const batch = 400;

type Worker = Pick<Services, 'db' | 'clock' | 'settings'>;
/** How links are asked for; `at` is where, for tests, as listings have https links alone. */
type Asks = Pick<AskOptions, 'isAllowed' | 'deadlineMs'> & { at?: (url: string) => string };

/** The last time that the night's round began. */
function lastNight(now: Date): Date {
  const hours = nightlyHour * 3_600_000;
  return new Date(hawaiiDayStart(new Date(now.getTime() - hours)).getTime() + hours);
}

/** Asks for each link of a listing, or that an advertiser submits for one, that is new or was changed, and each night for all of them. */
export async function checkLinks(worker: Worker, signal: AbortSignal, asks: Asks = {}): Promise<void> {
  const { db, clock, settings } = worker;
  const before = lastNight(clock.now());
  // A name may be written in any letters, a header in few.
  const name = settings.productName.replace(/[^\x20-\x7e]/g, '').trim() || 'Guide';
  const userAgent = `${name} link check (+${settings.publicUrl})`;
  await deleteLeftLinks(db);
  for (;;) {
    const due = await findDueLinks(db, before, batch);
    const hosts = [...Map.groupBy(due, ({ url }) => hostOf(url)).values()];
    const next = async (): Promise<void> => {
      for (let links = hosts.shift(); links; links = hosts.shift())
        for (const link of links) await checkOne(worker, link, { ...asks, userAgent, signal });
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    if (due.length < batch) return;
  }
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

async function checkOne(
  { db, clock }: Worker,
  link: DueLink,
  { at = String, ...options }: AskOptions & Asks,
): Promise<void> {
  options.signal.throwIfAborted();
  const answer: LinkAnswer = URL.canParse(link.url) ? await askLink(at(link.url), options) : 'unreachable';
  const checked_at = clock.now();
  const failing_since = isFailure(answer) ? (link.failing_since ?? checked_at) : null;
  const isOld = failing_since !== null && hawaiiDay(failing_since) < hawaiiDay(checked_at);
  await putLink(db, { ...link, checked_at, answer: String(answer), failing_since, broken: isGone(answer) || isOld });
}
