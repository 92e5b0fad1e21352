import { randomBytes } from 'node:crypto';
import type { PriceRange } from '../../../contract/values.ts';

/** What a booking is assumed to be worth until its platform says, in cents. */
export const assumedAmountCents: Record<PriceRange, number> = { $: 2_500, $$: 4_500, $$$: 7_500, $$$$: 15_000 };

/** What we call a booking, towards others too. */
export const newTransactionId = (): string => `txn_${randomBytes(12).toString('hex')}`;
