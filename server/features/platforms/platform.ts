import type { BookingPlatform } from '../../../contract/bookings.ts';
import type { platformNames } from '../../../contract/platform-bookings.ts';
import type { StatementField } from '../../../contract/statement-forms.ts';
import type { News } from '../../platform/news/news.ts';
import type { Settings } from '../../platform/settings.ts';
import type { BookingNews, NewsKeys } from './booking-news.ts';

export type PlatformName = (typeof platformNames)[number];
export type Affiliates = Pick<Settings, 'fareharbor' | 'viator' | 'getyourguide' | 'simulatedPlatforms'>;

/** All that the product knows of one booking platform. */
export interface Platform {
  name: PlatformName;
  /** What bookings made there are called. */
  bookings: BookingPlatform;
  /** Whether a link leads there. */
  owns(url: URL): boolean;
  /** Who numbers the references of what is booked by a link of its own; empty where the platform itself does. */
  supplierOf(url: URL): string;
  /** The parameter of its links that takes our click id. */
  clickParameter: string;
  /** The parameters that name us as the affiliate; those without a value are left as they are. */
  partnerParameters(affiliates: Affiliates): Record<string, string | undefined>;
  /**
   * Reads a message of its server in any of its forms, with what is optional or misspelt left out.
   * @returns undefined where it is of no booking.
   * @throws Unreadable
   */
  readNews?(news: News, keys: NewsKeys): BookingNews | undefined;
  /** What it calls a booking, as we write it and as it is compared; undefined for what is none of its references. */
  referenceOf(text: string): PlatformReference | undefined;
  /** Names under which its statements are known, or assumed, to have what an import needs; a person may map others. */
  statementColumns: Partial<Record<StatementField, readonly string[]>>;
  /** Of statements without such a column: who numbers their references, and in which currency their amounts are. */
  statementDefaults: { supplier?: string; currency?: string };
}

export interface PlatformReference {
  reference: string;
  /** All that a person, or the platform itself, may call it, by `referenceKey`. */
  keys: readonly string[];
}
