import { sign } from '../../platform/sessions/tokens.ts';
import { deriveKey } from '../../platform/settings.ts';

/** How a report of a review names its reporter, whom nobody can read out of it. */
export const reporterOf = (secretKey: string, who: string): Buffer => sign(deriveKey(secretKey, 'review-report'), who);
