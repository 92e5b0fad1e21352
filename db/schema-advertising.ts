import type { ColumnType, Generated } from 'kysely';

/** The tables of advertisers' listings and campaigns, typed as those of schema.ts. */
export interface AdvertisingTables {
  listing_proposals: {
    id: Generated<string>;
    /** In which order they came. */
    number: Generated<number>;
    organisation_id: string;
    listing_id: number;
    /** Whether it asks that the listing is shown at all. */
    is_new: boolean;
    /** Written as JSON text. */
    content: ColumnType<unknown, string, string>;
    /** Written as JSON text; null of a new one. */
    was: ColumnType<unknown, string | null, string>;
    state: string;
    proposed_by: string | null;
    submitted_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
    decision_reason: string | null;
    /** Of a new one that was decided what it showed then, filled in by a trigger. */
    pictures: ColumnType<unknown, string | null, never>;
  };
  listing_proposal_links: {
    proposal_id: string;
    field: string;
    url: string;
    checked_at: Date;
    answer: string;
    failing_since: Date | null;
  };
  campaigns: {
    id: Generated<string>;
    organisation_id: string;
    listing_id: number;
    name: string;
    state: Generated<string>;
    pricing: string;
    budget_cents: number;
    click_cents: number | null;
    most_impressions: number | null;
    most_a_day: number | null;
    /** Days of Hawaiʻi. */
    first_day: string;
    last_day: string;
    time_from: string | null;
    time_until: string | null;
    languages: Generated<string[]>;
    categories: Generated<string[]>;
    impressions: Generated<number>;
    clicks: Generated<number>;
    charged_cents: Generated<number>;
    /** What of that an administrator took back. */
    credited_cents: Generated<number>;
    held: Generated<boolean>;
    created_at: Date;
    updated_at: Date;
  };
  campaign_places: { campaign_id: string; location_id: number };
  campaign_touches: {
    campaign_id: string;
    day: string;
    kind: string;
    visit_id: number;
    location_id: number | null;
    touched_at: Date;
    cents: number;
  };
  /** Which visit followed a sponsored card of which listing first, counted or not. */
  sponsored_follows: { visit_id: number; listing_id: number; followed_at: Date };
  campaign_days: {
    campaign_id: string;
    day: string;
    /** 0: a list of the guide. */
    location_id: number;
    impressions: Generated<number>;
    opens: Generated<number>;
    clicks: Generated<number>;
    cents: Generated<number>;
    own: Generated<number>;
    programs: Generated<number>;
    beyond: Generated<number>;
  };
  campaign_invoices: {
    id: Generated<string>;
    number: Generated<number>;
    organisation_id: string;
    month: string;
    name: string;
    cents: number;
    /** Written as JSON text. */
    lines: ColumnType<unknown, string, never>;
    made_at: Date;
  };
}
