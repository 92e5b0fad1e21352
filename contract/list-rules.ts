import { addDays, hawaiiDay, hawaiiDayStart } from './hawaii-time.ts';

/** Of one place, as many listings as are ordered at once; what a place has beyond them stays behind. */
export const mostListingsOfPlace = 500;

/** The languages that a rule can name: those that the guide is made in. */
export const ruleLanguages = ['en', 'ja'] as const;
export type RuleLanguage = (typeof ruleLanguages)[number];

/** When, and to whom, a place shows one of its listings. What is null, or an empty list, asks for nothing. */
export interface ListRules {
  /** Hawaiʻi's time, `17:00`: from this minute on, until before the other. Where the other is earlier, it is the next day's. */
  time_from: string | null;
  time_until: string | null;
  /** The first and the last day in Hawaiʻi. */
  first_day: string | null;
  last_day: string | null;
  languages: RuleLanguage[];
  /** Days of the guest's stay: 1 is the day of their first scan. */
  stay_from: number | null;
  stay_until: number | null;
}

/** The kinds of rules. */
export const ruleKinds = ['time', 'days', 'languages', 'stay'] as const;
export type RuleKind = (typeof ruleKinds)[number];

export const noRules: ListRules = {
  ...{ time_from: null, time_until: null, first_day: null, last_day: null },
  ...{ languages: [], stay_from: null, stay_until: null },
};

/** A guest who looks at a place: the day and the minute in Hawaiʻi, the language they read, and which day of their stay it is. */
export interface Moment {
  day: string;
  minute: number;
  language: string;
  stay: number;
}

/** The minute of the day that a time of the clock names. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** What Hawaiʻi's clocks say at an instant, as far as rules ask. */
export const clockOf = (at: Date): Pick<Moment, 'day' | 'minute'> => ({
  day: hawaiiDay(at),
  minute: Math.floor((at.getTime() - hawaiiDayStart(at).getTime()) / 60_000),
});

/** Which day of a stay it is that began with a scan at an instant. */
export function stayDay(begunAt: Date, now: Date): number {
  const [first, day] = [hawaiiDay(begunAt), hawaiiDay(now)];
  return Math.max(1, 1 + Math.round((Date.parse(day) - Date.parse(first)) / 86_400_000));
}

const holds: Record<RuleKind, (rules: ListRules, moment: Moment) => boolean> = {
  time({ time_from, time_until }, { minute }) {
    if (time_from === null || time_until === null) return true;
    const [from, until] = [minuteOf(time_from), minuteOf(time_until)];
    return from < until ? minute >= from && minute < until : minute >= from || minute < until;
  },
  days: ({ first_day, last_day }, { day }) =>
    (first_day === null || day >= first_day) && (last_day === null || day <= last_day),
  languages: ({ languages }, { language }) => languages.length === 0 || languages.some((one) => one === language),
  stay: ({ stay_from, stay_until }, { stay }) =>
    (stay_from === null || stay >= stay_from) && (stay_until === null || stay <= stay_until),
};

/** The rules that keep a listing from a guest; none where it is shown. The one place where rules are decided. */
export const failing = (rules: ListRules | null, moment: Moment): RuleKind[] =>
  rules ? ruleKinds.filter((kind) => !holds[kind](rules, moment)) : [];

/** Whether a guest is shown what has these rules. */
export const isShownAt = (rules: ListRules | null, moment: Moment): boolean => failing(rules, moment).length === 0;

/** The kinds of rules that ask for something. */
export const kindsOf = (rules: ListRules | null): RuleKind[] => {
  if (!rules) return [];
  const given: Record<RuleKind, boolean> = {
    time: rules.time_from !== null,
    days: rules.first_day !== null || rules.last_day !== null,
    languages: rules.languages.length > 0,
    stay: rules.stay_from !== null || rules.stay_until !== null,
  };
  return ruleKinds.filter((kind) => given[kind]);
};

/** A part of a day in which a place shows nothing, and to whom; what is null holds for every one. */
export interface EmptyTime {
  from: number;
  /** The minute after the last: the same as the first where it is the whole day. */
  until: number;
  language: RuleLanguage | null;
  stay: number | null;
  day: string | null;
}

/** So many days, and days of a stay, are looked at: the next ones. */
const mostLookedAt = 20;

/**
 * When a place would show nothing. Between two days, or days of a stay, that rules name nothing changes, so that one of each is looked at. A
 * time that is empty for every guest is told once, of no language, day or day of a stay.
 * @param rows the rules of each listing that the place shows. @param today in Hawaiʻi: days before it are over
 */
export function emptyTimes(rows: readonly (ListRules | null)[], today: string): EmptyTime[] {
  if (rows.some((rules) => kindsOf(rules).length === 0)) return [];
  const ruled = rows.flatMap((rules) => rules ?? []);
  const stays = nextOf(
    1,
    ruled.flatMap(({ stay_from, stay_until }) => [stay_from ?? 1, (stay_until ?? 0) + 1]),
  );
  const days = nextOf(
    today,
    ruled.flatMap(({ first_day, last_day }) => [first_day ?? today, last_day ? addDays(last_day, 1) : today]),
  );
  const guests = days.flatMap((day) =>
    stays.flatMap((stay) => ruleLanguages.map((language) => ({ day, stay, language }))),
  );
  const found = new Map<string, { gap: Gap; of: Guest[] }>();
  for (const guest of guests)
    for (const gap of gaps(
      ruled.filter((rules) => isShownAt({ ...rules, time_from: null }, { ...guest, minute: 0 })),
    )) {
      const key = `${gap.from} ${gap.until}`;
      const known = found.get(key) ?? { gap, of: [] };
      known.of.push(guest);
      found.set(key, known);
    }
  return [...found.values()].map(({ gap, of }) => ({ ...gap, ...narrowed(of, guests) }));
}

/** What is looked at of days that rules name, from the first on. */
const nextOf = <Value extends string | number>(first: Value, named: readonly Value[]): Value[] =>
  [...new Set([first, ...named])]
    .filter((one) => one >= first)
    .sort((one, other) => (one < other ? -1 : 1))
    .slice(0, mostLookedAt);

type Gap = Pick<EmptyTime, 'from' | 'until'>;
type Guest = Pick<Moment, 'day' | 'stay'> & { language: RuleLanguage };

/** What the times of these rules leave of a day, each stretch as long as it can be: over midnight it is one. */
function gaps(shown: readonly ListRules[]): Gap[] {
  if (shown.some(({ time_from }) => time_from === null)) return [];
  const ends = shown.flatMap(({ time_from, time_until }) => [time_from, time_until]).map((at) => minuteOf(at!));
  const minutes = [...new Set(ends)].sort((one, other) => one - other);
  if (minutes.length === 0) return [{ from: 0, until: 0 }];
  const isEmpty = (minute: number) => shown.every((rules) => !holds.time(rules, { ...anybody, minute }));
  // Around the clock from each time to the next.
  const parts = minutes.map((from, at) => ({
    from,
    until: minutes[(at + 1) % minutes.length]!,
    isEmpty: isEmpty(from),
  }));
  const begins = parts.filter((part, at) => part.isEmpty && !parts.at(at - 1)!.isEmpty);
  return begins.map(({ from }) => {
    let at = parts.findIndex((part) => part.from === from);
    while (parts[at]!.isEmpty) at = (at + 1) % parts.length;
    return { from, until: parts[at]!.from };
  });
}

const anybody: Moment = { day: '', minute: 0, language: '', stay: 1 };

/** To whom of all guests it is empty: what makes no difference is null, and the rest the first one's. */
function narrowed(of: readonly Guest[], all: readonly Guest[]): Omit<EmptyTime, keyof Gap> {
  const count = (guests: readonly Guest[], name: keyof Guest) => new Set(guests.map((one) => one[name])).size;
  const names = ['language', 'stay', 'day'] as const;
  const isWhole = names.reduce((product, name) => product * count(of, name), 1) === of.length;
  const [first] = of as [Guest];
  const one = <Name extends keyof Guest>(name: Name) =>
    isWhole && count(of, name) === count(all, name) ? null : first[name];
  return { language: one('language'), stay: one('stay'), day: one('day') };
}
