import type { EmptyTime, ListRules, RuleLanguage } from '../../../../contract/list-rules.ts';
import { calendarDay, number } from '../format.ts';

const languages: Record<RuleLanguage, string> = { en: 'English', ja: 'Japanese' };

/** A time of the clock as people say it. */
function clock(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60];
  if (minute === 0 && hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon';
  const past = minute ? `:${String(minute).padStart(2, '0')}` : '';
  return `${hour % 12 || 12}${past} ${hour < 12 ? 'am' : 'pm'}`;
}
const time = (at: string) => clock(Number(at.slice(0, 2)) * 60 + Number(at.slice(3)));

/** From the first of something to the last, of which either may be left out. */
function span(first: string | null, last: string | null, { from, until }: { from: string; until: string }) {
  if (first !== null && last !== null) return first === last ? `on ${first}` : `from ${first} to ${last}`;
  return first !== null ? `${from} ${first}` : `${until} ${last}`;
}

function parts(rules: ListRules): string[] {
  const { time_from, time_until, first_day, last_day, stay_from, stay_until } = rules;
  const stay = [stay_from, stay_until].map((day) => day && `day ${number(day)}`) as [string | null, string | null];
  return [
    ...(time_from && time_until ? [`${time(time_from)} to ${time(time_until)}`] : []),
    ...(first_day || last_day
      ? [
          span(first_day && calendarDay(first_day), last_day && calendarDay(last_day), {
            ...{ from: 'from', until: 'until' },
          }),
        ]
      : []),
    ...(rules.languages.length > 0 ? [`in ${rules.languages.map((one) => languages[one]).join(' and ')}`] : []),
    ...(stay_from || stay_until ? [`${span(stay[0], stay[1], { from: 'from', until: 'until' })} of a stay`] : []),
  ];
}

/** Words of rules about when, and to whom, a place shows a listing. */
export const listRules = {
  languages,
  time,
  /** `Shown 5 pm to 10 pm; in Japanese.` */
  shown: (rules: ListRules) => `Shown ${parts(rules).join('; ')}.`,
  empty({ from, until, language, stay, day }: EmptyTime): string {
    const when = from === until ? 'At any time of the day' : `From ${clock(from)} to ${clock(until)}`;
    const whom = [
      language && `in ${languages[language]}`,
      stay && `on day ${number(stay)} of a stay`,
      day && `on ${calendarDay(day)}`,
    ].filter(Boolean);
    return `${when} this place would show nothing${whom.length > 0 ? ` ${whom.join(', ')}` : ''}.`;
  },
};
