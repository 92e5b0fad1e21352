import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, priceRange, rowId, text, uuid } from './values.ts';

/** Everything a page may report; other types are refused. */
export const eventTypes = [
  'advertiser_content_view',
  'advertiser_content_engagement',
  'advertiser_content_exit',
  'advertiser_content_loaded',
  'advertiser_content_error',
  'advertiser_external_navigation',
  'advertiser_content_shared',
  'advertiser_content_bookmarked',
  'external_booking_view',
  'in_app_browser_engagement',
  'in_app_browser_exit',
  'in_app_browser_loaded',
  'in_app_browser_error',
  'cross_booking_from_recommendation',
  'external_navigation',
  'booking_page_shared',
  'booking_page_bookmarked',
  'smart_suggestions_displayed',
  'smart_suggestion_clicked',
  'booking_initiated',
  'location_permission_granted',
  'location_permission_denied',
  'map_initialized',
  'map_pin_clicked',
  'map_booking_initiated',
  'smart_suggestion_booking_initiated',
  'listing_impression',
  'sponsored_open',
  'sponsored_click',
] as const;
export type EventType = (typeof eventTypes)[number];

/** As many events fit into one call. */
export const eventsPerCall = 100;

/** Where the guide says that something was followed or shown from. */
export const eventSources = ['link', 'booking'] as const;

const count = z.int().min(0).max(100_000);

/** The lists of listings that a page shows: the guide's own by their paths, a place's by its id. */
const listName = z
  .string()
  .regex(/^(explore|saved|scan|bookings|dashboard|suggestions|other|location\/\d{1,9})$/, 'is no list');

/** What an event tells about itself; fields that are not named here are dropped. */
export const eventData = z.object({
  experience_name: text(200).nullish(),
  listing_name: text(200).nullish(),
  category: text(100).nullish(),
  original_category: text(100).nullish(),
  price_range: priceRange.nullish(),
  platform: text(40).nullish(),
  transaction_id: text(64).nullish(),
  source: text(60).nullish(),
  error: text(500).nullish(),
  /** Of a position, in metres. */
  accuracy: z.number().min(0).max(20_100_000).nullish(),
  /** From the visitor, in kilometres; nothing on Earth is farther. */
  distance: z.number().min(0).max(20_100).nullish(),
  zoom_level: z.number().min(0).max(30).nullish(),
  map_mode: z.enum(['standard', 'satellite']).nullish(),
  pins_count: count.nullish(),
  clusters_count: count.nullish(),
  has_user_location: z.boolean().nullish(),
  /** Of an impression: where the listing was in sight. One visit has it in one list once in ten minutes. */
  list: listName.nullish(),
  /** Of a sponsored card, its campaign, which counts it (docs/decisions/052-sponsored-slots.md). */
  campaign: uuid.nullish(),
  is_featured: z.boolean().nullish(),
  user_authenticated: z.boolean().nullish(),
  recommendation_score: z.number().min(0).max(1_000).nullish(),
  time_compatibility: z.enum(['before', 'after', 'same_day', 'next_day']).nullish(),
});

const event = z.object({
  event_type: z.enum(eventTypes),
  /** Accepted and ignored: the session says who it is. */
  user_id: z.unknown().optional(),
  business_listing_id: rowId.nullish(),
  /** The code in words; one that we do not know is dropped. */
  qr_code_id: text(64).nullish(),
  event_data: eventData.nullish(),
  /** The phone's own clock; kept as a note, the server's counts. */
  timestamp: instant.nullish(),
});
export type AnalyticsEvent = z.output<typeof event>;

export const recordEvents = endpoint({
  method: 'POST',
  path: '/api/analytics/events',
  access: 'anyone',
  summary: 'Keeps one event, or up to 100; of a visitor who asks for privacy (Sec-GPC) none',
  body: z
    .object({ ...event.partial().shape, events: z.array(event).min(1).max(eventsPerCall).optional() })
    .refine((body) => (body.event_type === undefined) !== (body.events === undefined), 'send event_type, or events'),
  bodyLimitBytes: 256 * 1024,
  idempotent: true,
  limit: 'events',
  stores: ['events-hour-bytes', 'events-bytes'],
  status: 202,
  reply: z.object({
    /** How many are kept, durably, when this is answered; of these, impressions that were counted less than ten minutes ago are not. */
    accepted: z.int(),
  }),
});
