import { wordReasons } from '../../../../contract/recommendation-reasons.ts';
import type { Recommendation } from '../../../../contract/recommendations.ts';
import { suggestions as words } from '../../messages/en/in-app.ts';
import { decimal, distance } from '../../messages/format.ts';

/** Why something is recommended, in the reader's words and figures. */
export const reasonsInWords = ({ recommendation_reasons }: Recommendation): string =>
  wordReasons(recommendation_reasons, words.reasons, { distance, rating: decimal });
