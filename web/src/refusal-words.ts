import { type ApiError, errorCode } from './api.ts';
import { refusals } from './messages/en/refusals.ts';

/**
 * What a refused or failed call says to people: the words of its code, else the server's, else `otherwise`. `{minutes}` in the
 * words is how long to wait.
 */
export function refusalWords(error: unknown, otherwise = ''): string {
  const code = errorCode(error);
  const own = code && refusals[code];
  const minutes = String(Math.ceil(((error as ApiError | undefined)?.retryAfterSeconds ?? 60) / 60));
  return own?.replace('{minutes}', minutes) || (error instanceof Error && error.message) || otherwise;
}
