import { z } from 'zod';
import { hearingChoices, type ListingFact, sensoryChoices, stepsChoices, transferChoices } from './listing-facts.ts';
import { latitude, line, longitude } from './values.ts';

const isInOrder = (months: readonly number[]) => months.every((month, at) => at === 0 || month > months[at - 1]!);

/** All of them; null is what nobody has told, and of the months, that it is open all the year. */
export const listingFactsForm = {
  open_months: z
    .array(z.int().min(1).max(12))
    .min(1)
    .max(11)
    .refine(isInOrder, 'must name each month once, in their order')
    .nullable(),
  steps: z.enum(stepsChoices).nullable(),
  transfer: z.enum(transferChoices).nullable(),
  hearing: z.enum(hearingChoices).nullable(),
  sensory: z.enum(sensoryChoices).nullable(),
  meeting_point: line(200, 1).nullable(),
  meeting_latitude: latitude.nullable(),
  meeting_longitude: longitude.nullable(),
} satisfies Record<ListingFact, z.ZodType>;

/** What of these is told to travelers. */
export const shownFacts = z.object(listingFactsForm);
export type ListingFacts = z.output<typeof shownFacts>;
