import type { NewsSource } from '../contract/news.ts';
import { takeDemoNews } from './features/bookings/booking-news.ts';
import type { NewsHandler } from './platform/news/news.ts';

/** Who does what the news of each source says. */
export const newsHandlers: Readonly<Record<NewsSource, NewsHandler>> = {
  demo: takeDemoNews,
};
