import type { ErrorCode } from '../../contract/errors.ts';
import { type ApiError, errorCode } from './api.ts';
import { refusals, waits } from './messages/en/refusals.ts';

/** How long to wait where the answer does not say. */
const usualWaitSeconds = 60;

/** A time to wait in words, rounded up: whole minutes, and whole hours from 60 minutes on. */
function waitWords(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes < 60 ? waits.minutes(minutes) : waits.hours(Math.ceil(minutes / 60));
}

const withWait = (words: string, waitSeconds = usualWaitSeconds) => words.replace('{wait}', waitWords(waitSeconds));

/** The words of a code in this language, with the usual time to wait where they name one; undefined where it has none. */
export function wordsOfCode(code: ErrorCode): string | undefined {
  const words = refusals[code];
  return words && withWait(words);
}

/** What a refused or failed call says to people: the words of its code or of a network that is gone, else the server's, else `otherwise`. */
export function refusalWords(error: unknown, otherwise = ''): string {
  const code = errorCode(error);
  const own = code === 'offline' ? refusals.offline : code && refusals[code];
  if (own) return withWait(own, (error as ApiError).retryAfterSeconds);
  return (error instanceof Error && error.message) || otherwise;
}

/** The refusals of limits. */
const limits: typeof refusals = { rate_limited: refusals.rate_limited!, link_limited: refusals.link_limited! };

/**
 * What to say where a call was refused because there were too many of its kind, with how long to wait: nothing is wrong with
 * what was sent. Undefined for all other failures.
 */
export function limitWords(error: unknown): string | undefined {
  const code = errorCode(error);
  return code && limits[code] && refusalWords(error);
}
