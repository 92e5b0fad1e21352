import { errorCode } from './api.ts';
import { refusals } from './messages/en/refusals.ts';

/** What a refused or failed call says to people: the words of its code, else the server's, else `otherwise`. */
export function refusalWords(error: unknown, otherwise = ''): string {
  const code = errorCode(error);
  return (code && refusals[code]) || (error instanceof Error && error.message) || otherwise;
}
