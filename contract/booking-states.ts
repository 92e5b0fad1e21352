export const bookingStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

export const bookingPlatforms = ['fareharbor', 'viator', 'external'] as const;
export type BookingPlatform = (typeof bookingPlatforms)[number];

/** Which changes of a booking are ordinary news; whatever else leaves a final state is a correction. */
export const bookingTransitions: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ['confirmed', 'completed', 'cancelled'],
  confirmed: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};
