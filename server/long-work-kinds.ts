import { scansExport } from './features/scanning/export-scans.ts';
import { accountsSuspension } from './features/users/suspend-matching.ts';
import type { LongWorkKinds } from './platform/long-work/long-work.ts';

/** All long work that can be asked for. */
export const longWorkKinds: LongWorkKinds = {
  'scans-export': scansExport,
  'accounts-suspension': accountsSuspension,
};
