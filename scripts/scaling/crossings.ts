import type { Reach } from './statement-places.ts';

/** Functions that would ask more than one shard, and what becomes of them. */
export interface Crossing {
  what: string;
  becomes: string;
  functions: Readonly<Record<string, Exclude<Reach, 'none' | 'one shard'>>>;
}

/** All that are known: scripts/check-crossings.ts compares them with what was sent in the tests. */
export const crossings: readonly Crossing[] = [
  {
    what: 'a guest: scan, visit, events, sign-in',
    becomes:
      "ask one shard, once the visit's id is made from its token and keys lie with their visit; what comes in batches is sent to each shard apart",
    functions: {
      'server/features/accounts/accounts.store.ts findVisitOwner': 'every shard',
      'server/features/accounts/accounts.store.ts joinVisits': 'every shard',
      'server/features/analytics/analytics.store.ts insertEventCalls': 'across',
      'server/features/analytics/analytics.store.ts insertEvents': 'every shard',
      'server/features/campaigns/counting.store.ts findCounted': 'every shard',
      'server/features/campaigns/counting.store.ts findVisits': 'every shard',
      'server/features/campaigns/counting.store.ts insertFollows': 'every shard',
      'server/features/campaigns/counting.store.ts insertTouches': 'every shard',
      'server/features/campaigns/missed-follows.store.ts keepMissedFollows': 'every shard',
      'server/features/recommendations/recommendations.store.ts findCandidates': 'across',
      'server/features/scanning/scanning.store.ts findScan': 'every shard',
      'server/features/scanning/scanning.store.ts findVisitLimit': 'every shard',
      'server/features/scanning/scanning.store.ts insertScan': 'across',
      'server/features/scanning/scanning.store.ts joinVisit': 'every shard',
      'server/platform/sessions/sessions.store.ts findSessions': 'across',
      'server/platform/sessions/visits.store.ts findFirstScan': 'every shard',
      'server/platform/sessions/visits.store.ts findKnownVisits': 'every shard',
      'server/platform/sessions/visits.store.ts hasBegunWithCode': 'every shard',
    },
  },
  {
    what: 'limits',
    becomes: 'go to a store of their own (Valkey), as they are unlogged rows already',
    functions: {
      'server/platform/limits/rate-limits.store.ts findSpent': 'every shard',
      'server/platform/limits/rate-limits.store.ts findUses': 'every shard',
      'server/platform/limits/rate-limits.store.ts giveBackToCounters': 'every shard',
      'server/platform/limits/rate-limits.store.ts takeFromCounters': 'every shard',
    },
  },
  {
    what: 'bookings and money of a click',
    becomes: 'read a copy of the click, with what its scan tells, that is kept beside the booking on the local machine',
    functions: {
      'server/features/activity/activity.store.ts countActivity': 'across',
      'server/features/activity/activity.store.ts listTimeline': 'across',
      'server/features/activity/traveler-figures.store.ts countByDay': 'across',
      'server/features/activity/traveler-figures.store.ts sumTraveler': 'across',
      'server/features/bookings/bookings.store.ts findBookingOfClick': 'across',
      'server/features/bookings/bookings.store.ts findBookings': 'across',
      'server/features/bookings/bookings.store.ts findCreditedScan': 'every shard',
      'server/features/bookings/bookings.store.ts findPriceRange': 'across',
      'server/features/bookings/match-candidates.store.ts findOfClick': 'across',
      'server/features/bookings/match-candidates.store.ts findPossible': 'across',
      'server/features/bookings/match-candidates.store.ts insertFurtherBooking': 'across',
      'server/features/campaigns/attributed.store.ts countClicks': 'every shard',
      'server/features/campaigns/attributed.store.ts findBooked': 'across',
      'server/features/campaigns/attributed.store.ts findFollowed': 'every shard',
      'server/features/commission/commissions.store.ts insertCommission': 'across',
      'server/features/commission/explain.store.ts findOrigin': 'across',
      'server/features/commission/hold-facts.store.ts findFacts': 'across',
    },
  },
  {
    what: 'figures and what adds them up',
    becomes: 'read the column store, and what was added up of it',
    functions: {
      'server/features/analytics/key-sums.store.ts sumByKey': 'across',
      'server/features/analytics/part-hours.store.ts countPartHour': 'across',
      'server/features/analytics/partner-rollups.store.ts findPartnerRollups': 'across',
      'server/features/analytics/partner-rollups.store.ts readCodeDays': 'across',
      'server/features/analytics/partner-rollups.store.ts sumCodeScans': 'across',
      'server/features/analytics/rollups.store.ts findFollowedDays': 'across',
      'server/features/analytics/rollups.store.ts findRollups': 'across',
      'server/features/analytics/rollups.store.ts replaceRollups': 'across',
      'server/features/analytics/span-figures.store.ts readSpan': 'across',
      'server/features/code-alerts/code-alerts.store.ts endOver': 'across',
      'server/features/code-alerts/code-alerts.store.ts findFar': 'across',
      'server/features/code-alerts/code-alerts.store.ts findSilent': 'every shard',
      'server/features/codes/first-steps.store.ts findFirstSteps': 'across',
      'server/features/figures/behavior.store.ts findHours': 'across',
      'server/features/figures/behavior.store.ts findSeen': 'across',
      'server/features/figures/rows.store.ts findRows': 'every shard',
      'server/features/performance/performance.store.ts findFirstDay': 'across',
      'server/features/platform-figures/platform-figures.store.ts findPlatformState': 'across',
    },
  },
  {
    what: 'lists of desks, and exports',
    becomes: 'read sums that are kept with the code; exports read the column store',
    functions: {
      'server/features/analytics/raw-export.store.ts findRawRows': 'every shard',
      'server/features/codes/qr-codes.store.ts findCodes': 'across',
      'server/features/locations/location-changes.store.ts findUsesOf': 'across',
      'server/features/locations/locations.store.ts findUses': 'across',
      'server/features/locations/orphans.store.ts findOrphanPage': 'across',
      'server/features/scanning/export-scans.store.ts findScansBetween': 'every shard',
    },
  },
  {
    what: 'own data, and what is forgotten in time',
    becomes: 'are done on each shard by itself: rows are told apart by their place there; months are dropped',
    functions: {
      'server/features/analytics/analytics.store.ts deleteImpressionsBefore': 'across',
      'server/features/campaigns/counting.store.ts deleteFollowsBefore': 'across',
      'server/features/campaigns/counting.store.ts deleteTouchesBefore': 'across',
      'server/features/privacy/erase.store.ts clearPersonalRows': 'every shard',
      'server/features/privacy/erase.store.ts forgetVisits': 'every shard',
      'server/features/privacy/erase.store.ts forgetWhereabouts': 'every shard',
      'server/features/privacy/own-data.store.ts daysOf': 'across',
      'server/features/privacy/own-data.store.ts findSome': 'across',
      'server/features/scanning/orphan-scans.store.ts deleteOrphanCodesBefore': 'across',
      'server/features/scanning/orphan-scans.store.ts deleteOrphanCodesBeyond': 'across',
      'server/features/scanning/orphan-scans.store.ts deleteOrphanScansBefore': 'across',
      'server/platform/idempotency.store.ts deleteOldKeys': 'across',
      'server/platform/limits/rate-limits.store.ts deleteEndedCounters': 'across',
    },
  },
];
