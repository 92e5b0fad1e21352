import { PackError } from '../../device/packs.ts';
import { offline as words } from '../../messages/en/offline.ts';

/** Why a pack could not be kept, in words. */
export const packProblem = (error: unknown): string =>
  error instanceof PackError && error.reason === 'room' ? words.noRoom : words.failed;
