export { AnalyticsDesk } from './analytics-desk.tsx';
export { loadDesk } from './load-desk.ts';
