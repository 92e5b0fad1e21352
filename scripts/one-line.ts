import { SettingsError } from '../server/platform/settings.ts';

/** What an operator's command failed on, in one line. A setting is named as the server names it. */
export function oneLine(error: unknown): string {
  if (error instanceof SettingsError) return `Setting ${error.message}`;
  // Several addresses of one host were tried: the error of all of them has no words of its own.
  const failure = error instanceof AggregateError ? error.errors[0] : error;
  return (failure instanceof Error ? failure.message : String(failure)).split('\n')[0]!;
}
