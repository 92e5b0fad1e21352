import type { LongWorkKindName } from '../contract/long-work-kinds.ts';
import { rawExport } from './features/analytics/raw-export.ts';
import { auditLogCheck } from './features/audit-log/check-audit-log.ts';
import { holdsDecision, payoutRun } from './features/commission/commission.ts';
import { listingsExport } from './features/content/export-listings.ts';
import { listingsCheck, listingsImport } from './features/content/import-work.ts';
import { listingsChange } from './features/content/listing-changes.ts';
import { statementApplication } from './features/imports/apply-import.ts';
import { statementPreview } from './features/imports/preview-import.ts';
import { locationBatch } from './features/locations/batch-work.ts';
import { placesChange } from './features/locations/location-changes.ts';
import { reportWork } from './features/platform-reports/platform-reports.ts';
import { scansExport } from './features/scanning/export-scans.ts';
import { accountsSuspension } from './features/users/suspend-matching.ts';
import type { LongWorkKind } from './platform/long-work/long-work.ts';

/** All long work that can be asked for. */
export const longWorkKinds = {
  'scans-export': scansExport,
  'raw-export': rawExport,
  'location-batch': locationBatch,
  'audit-check': auditLogCheck,
  'payout-run': payoutRun,
  'holds-decision': holdsDecision,
  'statement-preview': statementPreview,
  'statement-application': statementApplication,
  'places-change': placesChange,
  'listings-change': listingsChange,
  'listings-check': listingsCheck,
  'listings-export': listingsExport,
  'listings-import': listingsImport,
  'accounts-suspension': accountsSuspension,
  report: reportWork,
} satisfies Record<LongWorkKindName, LongWorkKind>;
