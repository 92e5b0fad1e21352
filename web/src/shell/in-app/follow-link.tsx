import { createContext, type MouseEvent, type ReactNode, useContext, useState } from 'react';
import { mayEmbed } from '../../../../contract/embeddable.ts';
import type { Experience } from '../../../../contract/listings.ts';
import type { Recommendation } from '../../../../contract/recommendations.ts';
import { type EventData, track } from '../../features/analytics/track.ts';
import { useSession } from '../../features/session/use-session.ts';
import { useOnDemand } from '../../use-on-demand.ts';
import styles from '../shell.module.css';

/** A link to somebody else's page that was followed. */
export interface FollowedLink {
  kind: 'booking' | 'content';
  experience: Experience;
  url: string;
  /** Shown inside the guide; otherwise the browser has opened it outside. */
  inside: boolean;
  /** When, in milliseconds. */
  at: number;
}

/** What each view is given. */
export interface ViewProps {
  link: FollowedLink;
  /** Shows it otherwise, or null: no longer. */
  onChange: (link: FollowedLink | null) => void;
}

/** Where a followed link was suggested after another booking. */
export interface Suggestion {
  recommendation: Recommendation;
  /** Category of what had been booked. */
  originalCategory: string;
}

type Follow = (kind: FollowedLink['kind'], experience: Experience, event: MouseEvent, suggestion?: Suggestion) => void;
const ViewsContext = createContext<Follow>(() => {});

const loadViews = () => import('./in-app-views.tsx').then((module) => module.InAppViews);

/**
 * Shows pages of hosts that an administrator allowed inside the guide; all others the browser opens by their own link, which
 * nothing here holds up.
 */
export function InAppViewsProvider({ children }: { children: ReactNode }) {
  const { embedHosts } = useSession().site;
  const [link, setLink] = useState<FollowedLink | null>(null);
  const [Views, fetchViews] = useOnDemand(loadViews);
  const follow: Follow = (kind, experience, event, suggestion) => {
    const url = (kind === 'booking' ? experience.booking_url : experience.website_url) ?? '';
    // A new tab is a new tab.
    const wantsTab = event.metaKey || event.ctrlKey || event.shiftKey;
    const inside = !wantsTab && mayEmbed(url, embedHosts, location.hostname);
    if (inside) event.preventDefault();
    note(kind, experience, inside, suggestion);
    setLink({ kind, experience, url, inside, at: Date.now() });
    // What cannot be shown here is shown at the top level after all.
    fetchViews().catch(() => inside && location.assign(url));
  };
  return (
    <ViewsContext value={follow}>
      {children}
      {link && Views && <Views key={link.at} link={link} onChange={setLink} />}
      {link?.inside && !Views && <div className={styles.progress} />}
    </ViewsContext>
  );
}

/** The platform that a link leads to, in the words of the events; by its host, never by a part of the text. In the demo that of `realLink`. */
export const platformOf = (url: string) =>
  ['fareharbor', 'viator'].find((one) =>
    `.${new URL(url.replace(/^http:..[^/]*/, 'https:/')).hostname}`.endsWith(`.${one}.com`),
  ) ?? 'external';

/** What events tell of an experience that is about to be booked. */
export function bookingData(experience: Experience, user_authenticated: boolean): EventData {
  const { name, category, price_range, is_featured, booking_url } = experience;
  const platform = booking_url ? platformOf(booking_url) : undefined;
  return { experience_name: name, category, price_range, is_featured, platform, user_authenticated };
}

/** Tells of a followed link: that a booking begins, and that somebody leaves. */
function note(kind: FollowedLink['kind'], experience: Experience, inside: boolean, suggestion?: Suggestion): void {
  const { id, name, category } = experience;
  const data = bookingData(experience, true);
  if (kind === 'content') {
    if (!inside) track('advertiser_external_navigation', { listing_name: name, category }, id);
    return;
  }
  if (suggestion) {
    const { recommendation_score, time_compatibility, distance_km } = suggestion.recommendation;
    const told = { ...data, recommendation_score, time_compatibility, distance: distance_km };
    const original_category = suggestion.originalCategory;
    track('smart_suggestion_booking_initiated', { ...told, original_category }, id);
    track('cross_booking_from_recommendation', { ...told, original_category }, id);
  } else track('booking_initiated', data, id);
  if (!inside) track('external_navigation', { ...data, source: 'link' }, id);
}

/** Follows a link to a booking page or an operator's own, inside the guide where that is allowed. */
export const useFollowLink = (): Follow => useContext(ViewsContext);
