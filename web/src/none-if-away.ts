import { errorCode } from './api.ts';
import { isAway } from './kept-or-live.ts';

/** Null for a part of a screen that cannot be had now, while the rest can. @throws what the server says no with */
export const noneIfAway = (failure: unknown): null => {
  if (errorCode(failure) !== 'internal' && !isAway(failure)) throw failure;
  return null;
};
