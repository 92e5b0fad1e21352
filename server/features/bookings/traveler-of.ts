import type { Caller, Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** The caller as a traveler: admin passes every role rule, but only travelers book. @throws Refusal `forbidden` */
export function travelerOf({ caller }: Pick<Context, 'caller'>): Caller {
  if (caller?.role !== 'traveler') throw new Refusal('forbidden');
  return caller;
}
