/** What somebody is in an organisation. An owner may do all that it was allowed, staff what the owner allows them. */
export const standings = ['owner', 'staff'] as const;

/** What an invitation can allow; screens and endpoints name the one they ask for (`permission` of an endpoint). */
export const permissions = [
  'partner_portal_access',
  'qr_code_management',
  'commission_tracking',
  'performance_analytics',
  'partner_content_management',
  'content_management',
  'campaign_management',
  'advertiser_analytics',
  'revenue_analytics',
] as const;
export type Permission = (typeof permissions)[number];

/** What shows money: staff have it where an owner says so, if their organisation's kind gives it to staff at all. */
export const moneyPermissions: readonly Permission[] = ['commission_tracking', 'revenue_analytics'];

/** What of each kind of organisation owners alone can have (docs/decisions/045-staff-of-partners-see-no-money.md). */
export const ownersAlone: Readonly<Record<'partner' | 'advertiser', readonly Permission[]>> = {
  partner: ['commission_tracking'],
  advertiser: [],
};

/** Of each kind of organisation the permission that an endpoint asks for. */
export type PermissionsByKind = Readonly<Record<'partner' | 'advertiser', Permission>>;

/** All that an endpoint asks of members of an organisation of a kind. */
export function permissionsFor(
  asked: Permission | readonly Permission[] | PermissionsByKind | undefined,
  kind: 'partner' | 'advertiser',
): readonly Permission[] {
  if (typeof asked !== 'object') return asked ? [asked] : [];
  return 'partner' in asked ? [asked[kind]] : asked;
}

/** What a partner and an advertiser may do unless an invitation says otherwise. */
export const defaultPermissions = {
  partner: [
    'partner_portal_access',
    'qr_code_management',
    'commission_tracking',
    'performance_analytics',
    'partner_content_management',
  ],
  advertiser: ['content_management', 'campaign_management', 'advertiser_analytics', 'revenue_analytics'],
} as const satisfies Record<string, readonly Permission[]>;
