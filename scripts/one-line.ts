import { firstLineOf } from '../server/platform/database/database-errors.ts';
import { SettingsError } from '../server/platform/settings.ts';

/** What an operator's command failed on, in one line. A setting is named as the server names it. */
export const oneLine = (error: unknown): string =>
  error instanceof SettingsError ? `Setting ${error.message}` : firstLineOf(error);
