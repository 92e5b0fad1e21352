import type {
  getAnalyticsOverview,
  getBusinessIntelligence,
  getRevenueAnalytics,
  getSystemPerformance,
  getUserBehavior,
} from '../../../../contract/analytics-figures.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { TimeRange } from '../../../../contract/time-ranges.ts';
import type { Api } from '../../api.ts';
import type { DeskSection } from './desk-tabs.ts';

export type Overview = Answer<typeof getAnalyticsOverview>;
export type Intelligence = Answer<typeof getBusinessIntelligence>;
export type Revenue = Answer<typeof getRevenueAnalytics>;
export type Performance = Answer<typeof getSystemPerformance>;
export type Behavior = Answer<typeof getUserBehavior>;

/** What the open section shows. */
export type DeskFigures =
  | { section: 'overview'; figures: Overview }
  | { section: 'intelligence'; figures: Intelligence }
  | { section: 'revenue' | 'platform-revenue'; figures: Revenue }
  | { section: 'performance'; figures: Performance }
  | { section: 'behavior'; figures: Behavior };

/** What a section of the desk of figures shows. */
export async function loadDesk(api: Api, section: DeskSection, time_range: TimeRange): Promise<DeskFigures> {
  const asked = { query: { time_range } };
  switch (section) {
    case 'overview':
      return { section, figures: await api('GET /api/analytics/overview', asked) };
    case 'intelligence':
      return { section, figures: await api('GET /api/analytics/business-intelligence', asked) };
    case 'revenue':
    case 'platform-revenue':
      return { section, figures: await api('GET /api/analytics/revenue', asked) };
    case 'performance':
      return { section, figures: await api('GET /api/analytics/performance', asked) };
    case 'behavior':
      return { section, figures: await api('GET /api/analytics/behavior', asked) };
  }
}
