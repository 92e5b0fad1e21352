import { useEffect } from 'react';
import type { EventType } from '../../../../contract/analytics.ts';
import { onTimeSpent } from '../../features/analytics/engagement.ts';
import { type EventData, track } from '../../features/analytics/track.ts';
import type { BrowserEvent } from '../../features/in-app-browser/in-app-browser.tsx';
import { inApp as words } from '../../messages/en/in-app.ts';
import { type FollowedLink, platformOf } from './follow-link.tsx';

type Told = BrowserEvent | 'view' | 'engagement' | 'exit';

const eventTypes: Record<FollowedLink['kind'], Record<Told, EventType>> = {
  booking: {
    view: 'external_booking_view',
    engagement: 'in_app_browser_engagement',
    exit: 'in_app_browser_exit',
    loaded: 'in_app_browser_loaded',
    error: 'in_app_browser_error',
    external: 'external_navigation',
    shared: 'booking_page_shared',
    bookmarked: 'booking_page_bookmarked',
  },
  content: {
    view: 'advertiser_content_view',
    engagement: 'advertiser_content_engagement',
    exit: 'advertiser_content_exit',
    loaded: 'advertiser_content_loaded',
    error: 'advertiser_content_error',
    external: 'advertiser_external_navigation',
    shared: 'advertiser_content_shared',
    bookmarked: 'advertiser_content_bookmarked',
  },
};

/** Tells of a view: that it opens, each 15 s it stays, that it closes; gives the way to tell of what happens in it. */
export function useViewEvents({ kind, experience, url }: FollowedLink): (event: Told) => void {
  const tell = (event: Told) => {
    const { id, name, category, price_range } = experience;
    const data: EventData = { experience_name: name, category, price_range };
    if (kind === 'booking') data.platform = platformOf(url);
    if (event === 'external') data.source = 'in_app_browser';
    if (event === 'error') data.error = words.kinds[kind].failed;
    track(eventTypes[kind][event], data, id);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view is of one link, from its opening to its end
  useEffect(() => {
    let isOver = false;
    const end = () => {
      if (!isOver) tell('exit');
      isOver = true;
    };
    tell('view');
    const stop = onTimeSpent(() => tell('engagement'));
    addEventListener('pagehide', end);
    return () => {
      stop();
      removeEventListener('pagehide', end);
      end();
    };
  }, []);
  return tell;
}
