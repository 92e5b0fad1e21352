export { platformSteps } from './load-platform.ts';
export { PlatformBookings } from './platform-bookings.tsx';
