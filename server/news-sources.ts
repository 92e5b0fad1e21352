import type { NewsSource } from '../contract/news.ts';
import { takeDemoNews } from './features/bookings/booking-news.ts';
import { takePlatformNews } from './features/bookings/take-booking-news.ts';
import { newsKeysOf } from './features/platforms/platforms.ts';
import type { NewsHandler } from './platform/news/news.ts';
import type { Settings } from './platform/settings.ts';

/** Who does what the news of each source says. */
export function newsHandlersOf(settings: Settings): Readonly<Record<NewsSource, NewsHandler>> {
  const keys = newsKeysOf(settings);
  return {
    demo: takeDemoNews,
    fareharbor: (tx, now, news) => takePlatformNews(tx, now, 'fareharbor', keys, news),
    viator: (tx, now, news) => takePlatformNews(tx, now, 'viator', keys, news),
  };
}
