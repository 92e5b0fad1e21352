import { z } from 'zod';
import { kindsOf, ruleLanguages } from './list-rules.ts';
import { calendarDay } from './values.ts';

/** The longest stay that a rule can be about. */
export const mostStayDays = 365;

/** A time of the clock, `17:00`. */
export const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time, as 17:00');
const dayOfStay = z.int().min(1).max(mostStayDays);

/** When and to whom a place shows a listing. */
export const listRules = z
  .strictObject({
    time_from: timeOfDay.nullable(),
    time_until: timeOfDay.nullable(),
    first_day: calendarDay.nullable(),
    last_day: calendarDay.nullable(),
    languages: z
      .array(z.enum(ruleLanguages))
      .max(ruleLanguages.length)
      .refine((all) => new Set(all).size === all.length, 'must name each once'),
    stay_from: dayOfStay.nullable(),
    stay_until: dayOfStay.nullable(),
  })
  .superRefine((given, { addIssue }) => {
    const { time_from, time_until, first_day, last_day, stay_from, stay_until } = given;
    const fault = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if ((time_from === null) !== (time_until === null))
      fault(time_from === null ? 'time_from' : 'time_until', 'must come with the other');
    else if (time_from !== null && time_from === time_until) fault('time_until', 'must be another than the first');
    if (first_day !== null && last_day !== null && last_day < first_day)
      fault('last_day', 'must not be before the first');
    if (stay_from !== null && stay_until !== null && stay_until < stay_from)
      fault('stay_until', 'must not be before the first');
  });

/** The same as it is sent: what asks for nothing is kept as no rules. */
export const listRulesGiven = listRules.nullable().transform((given) => (kindsOf(given).length > 0 ? given : null));
