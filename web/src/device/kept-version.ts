/**
 * Whether something that this device kept has the shape that this edition of the page reads: what another one kept may lack what
 * this one shows, and counts as nothing. What was kept before there were versions is of the first.
 */
export const isOfVersion = (version: number, kept: { version?: number } | null | undefined): boolean =>
  (kept?.version ?? 1) === version;
