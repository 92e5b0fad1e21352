import type { Permission } from '../../../../contract/permissions.ts';
import { dashboard } from '../../messages/en/dashboard.ts';
import { ownListingsDesk } from '../../messages/en/own-listings-desk.ts';
import { campaignDesks } from '../campaigns/campaigns-tabs.ts';

/**
 * The ways of an advertiser's home, the open one its listings.
 * @param may what the reader may do
 */
export const ownTabs = (list: string, may: readonly Permission[]) => [
  { to: list, label: ownListingsDesk.tab, current: true },
  ...campaignDesks(null, may),
  { to: '/dashboard?tab=profile', label: dashboard.tabs.profile, current: false },
];
