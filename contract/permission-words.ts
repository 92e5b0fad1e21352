import type { Permission } from './permissions.ts';

/** What each permission lets one use, in English; other languages have theirs in web/src/messages/<language>.ts. */
export const permissionNames: Record<Permission, string> = {
  partner_portal_access: 'the partner portal',
  qr_code_management: 'the codes',
  commission_tracking: 'the commissions',
  performance_analytics: 'the figures',
  partner_content_management: 'the place and its list',
  content_management: 'the listings',
  campaign_management: 'the campaigns',
  advertiser_analytics: 'the reach of the listings',
  revenue_analytics: 'the revenue',
};

/** What permissions let one use, in a row. */
export const toUse = (given: readonly Permission[]) =>
  given.map((one) => permissionNames[one]).join(', ') || 'nothing yet, until the owner allows something';
