/** Samples have the last ids there are, from the first here on, and are never counted. */
export const sampleIds = { sail: 2_147_483_645, lunch: 2_147_483_646, lei: 2_147_483_647 } as const;
