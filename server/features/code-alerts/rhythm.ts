const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
const mostSilentDays = 90;

/**
 * What a rhythm is, and when it is broken; `docs/decisions/058-codes-that-go-quiet.md` says why.
 */
export const rhythm = {
  /** It is read from the weeks before the last scan: so many at most, and no fewer than these. */
  mostWeeks: 8,
  leastWeeks: 4,
  /** Scans in a usual week; what is scanned less often is rare. */
  leastPerWeek: 4,
  /** A whole day at least, so that no night is told of. */
  leastSilenceMs: dayMs,
  /** What has been quiet for longer has no rhythm any more. */
  mostSilenceMs: mostSilentDays * dayMs,
  /** Such a silence comes by chance to one of so many codes in a month. */
  oneIn: 1_000,
  /** Scans that all others should have had meanwhile, to tell whether anybody scans at all. */
  leastOthers: 20,
  /** Where less than this of what is usual is scanned anywhere, no code is to blame. */
  leastShare: 0.2,
} as const;

/** Scans of an hour that is over, in which there were any. */
export interface Hour {
  startsAt: Date;
  scans: number;
}

/** Whole hours from the one after `from` on, up to the one that holds `until`. */
export interface Silence {
  from: Date;
  until: Date;
}

const nextHour = (at: Date) => Math.floor(at.getTime() / hourMs + 1) * hourMs;
const thisHour = (at: Date) => Math.floor(at.getTime() / hourMs) * hourMs;

/** The hours of so many weeks that end before an instant. */
const inWeeks = (hours: readonly Hour[], end: number, weeks: number) =>
  hours.filter(({ startsAt }) => startsAt.getTime() >= end - weeks * weekMs && startsAt.getTime() < end);

/** How many scans usually fall into the hours of [from, until): what the same hours of the week had in these weeks. */
function usualIn(hours: readonly Hour[], weeks: number, from: number, until: number): number {
  let scans = 0;
  for (const { startsAt, scans: some } of hours) {
    const at = startsAt.getTime();
    const times = Math.ceil((until - at) / weekMs) - Math.ceil((from - at) / weekMs);
    scans += times * some;
  }
  return scans / weeks;
}

/** What is usual of all codes in a silence's hours, by these weeks before it, and what they had. */
function ofAll(all: readonly Hour[], silence: Silence, weeks: number): { usual: number; had: number } {
  const [from, until] = [nextHour(silence.from), thisHour(silence.until)];
  const usual = usualIn(inWeeks(all, from, weeks), weeks, from, until);
  const meanwhile = all.filter(({ startsAt }) => startsAt.getTime() >= from && startsAt.getTime() < until);
  return { usual, had: meanwhile.reduce((sum, { scans }) => sum + scans, 0) };
}

/** Whether so little is scanned anywhere that no code is to blame: in an outage, a storm, a closed season. */
export function isQuietAnywhere(all: readonly Hour[], silence: Silence): boolean {
  const { usual, had } = ofAll(all, silence, rhythm.leastWeeks);
  return had < rhythm.leastShare * usual;
}

/**
 * Whether a code is quiet against its own rhythm: whether chance alone would bring one of a thousand such codes to so long a silence in a
 * month, of a month as full as it is for all. A new code and a rare one are never, nor one that had weeks without a scan.
 * @param hours those in which it was scanned, in their order
 * @param since when it began to lead where it does
 * @param all those of all codes, itself among them
 */
export function isQuiet(hours: readonly Hour[], silence: Silence, since: Date, all: readonly Hour[]): boolean {
  const [from, until] = [nextHour(silence.from), thisHour(silence.until)];
  // It may have been put up long after it was made.
  const first = Math.max(since.getTime(), hours[0]?.startsAt.getTime() ?? from);
  const weeks = Math.min(rhythm.mostWeeks, Math.floor((from - first) / weekMs));
  if (weeks < rhythm.leastWeeks) return false;
  const before = inWeeks(hours, from, weeks);
  const perWeek = before.reduce((sum, { scans }) => sum + scans, 0) / weeks;
  if (perWeek < rhythm.leastPerWeek || hasEmptyWeek(before, from, weeks)) return false;
  const usual = usualIn(before, weeks, from, until);
  const together = ofAll(all, silence, weeks);
  const others = together.usual - usual;
  if (others < rhythm.leastOthers) return false;
  const missed = usual * Math.min(1, together.had / others);
  if (missed <= longestSilence(before, weeks)) return false;
  return chanceInMonth(missed, perWeek, spread(before, from, weeks), weeks) < 1 / rhythm.oneIn;
}

function hasEmptyWeek(hours: readonly Hour[], end: number, weeks: number): boolean {
  return new Set(hours.map(({ startsAt }) => Math.floor((end - 1 - startsAt.getTime()) / weekMs))).size < weeks;
}

/**
 * How probable it is that a month has a silence in which so many scans are missing: that none comes after a scan, for each of the month's.
 * Guests come in groups, so that there are fewer chances than scans: as many as the spread of its days says. And what is usual is known by
 * some weeks alone, the less so the more of them are missing.
 */
function chanceInMonth(missed: number, perWeek: number, spread: number, weeks: number): number {
  const chances = missed / spread;
  const share = missed / (perWeek * weeks);
  return ((perWeek * 30) / 7) * Math.exp((-chances * Math.log1p(share)) / share);
}

/** The variance of its days about what is usual on their day of the week, as a part of that; at least 1. */
function spread(hours: readonly Hour[], end: number, weeks: number): number {
  const days = Array.from({ length: weeks * 7 }, () => 0);
  for (const { startsAt, scans } of hours) days[Math.floor((end - 1 - startsAt.getTime()) / dayMs)]! += scans;
  let [sum, open] = [0, 0];
  for (let weekday = 0; weekday < 7; weekday++) {
    const same = days.filter((_, at) => at % 7 === weekday);
    const mean = same.reduce((total, scans) => total + scans, 0) / weeks;
    if (mean === 0) continue;
    open += 1;
    sum += same.reduce((total, scans) => total + (scans - mean) ** 2, 0) / mean;
  }
  return Math.max(1, sum / (open * (weeks - 1)));
}

/** The longest silence that it has had before, told by the scans that usually fall into it: closed for a week then, it may be so now. */
function longestSilence(hours: readonly Hour[], weeks: number): number {
  let longest = 0;
  for (const [at, { startsAt }] of hours.entries()) {
    const [from, until] = [startsAt.getTime() + hourMs, hours[at + 1]?.startsAt.getTime() ?? 0];
    if (until - from >= dayMs / 2) longest = Math.max(longest, usualIn(hours, weeks, from, until));
  }
  return longest;
}
