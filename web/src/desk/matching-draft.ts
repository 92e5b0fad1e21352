/** The name of a form that does this to all that match a filter: to those that were seen, whom the list's digest names. */
export const matchingDraft = (does: string, seen: string, filter: object): string =>
  `${does} ${seen} ${JSON.stringify(filter)}`;

/** Whether a form of this name does the same to all that match the same filter, whoever they were when it was typed. */
export const isSameDeed = (draft: string, does: string, filter: object): boolean =>
  draft.startsWith(`${does} `) && draft.endsWith(` ${JSON.stringify(filter)}`);
