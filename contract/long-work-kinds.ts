import type { Role } from './roles.ts';

/** Each kind of long work: who may ask for it and see what came of it, and whether its file tells of persons. */
export const longWorkKinds = {
  'scans-export': { access: ['admin'], personal: false },
  'raw-export': { access: ['admin'], personal: true },
  'accounts-suspension': { access: ['admin'], personal: true },
  'holds-decision': { access: ['admin'], personal: false },
  'statement-preview': { access: ['admin'], personal: false },
  'statement-application': { access: ['admin'], personal: false },
  'location-batch': { access: ['admin'], personal: false },
  'places-change': { access: ['admin'], personal: false },
  'listings-change': { access: ['admin'], personal: false },
  'listings-check': { access: ['admin'], personal: false },
  'listings-export': { access: ['admin'], personal: false },
  'listings-import': { access: ['admin'], personal: false },
  'audit-check': { access: ['admin'], personal: false },
  'payout-run': { access: ['admin'], personal: false },
  report: { access: ['admin'], personal: true },
} as const satisfies Record<string, { access: readonly Role[]; personal: boolean }>;
export type LongWorkKindName = keyof typeof longWorkKinds;

/** Whether the file of a kind tells of persons, and asks for a confirmation. */
export const isPersonal = (kind: string): boolean =>
  (longWorkKinds as Partial<Record<string, { personal: boolean }>>)[kind]?.personal === true;
