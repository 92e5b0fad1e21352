/** What is asked for unless a caller asks for less; nobody gets more. */
export const recommendationLimits = { count: 5, radiusKm: 10, horizonHours: 48 } as const;

/**
 * What a recommendation is made of, and nothing else: what a partner or we earn is not among it. Each part is 0 to 1 and counts
 * with its weight; the weights add up to 100.
 */
export const recommendationWeights = { complement: 35, distance: 25, rating: 15, time: 15, together: 10 } as const;
