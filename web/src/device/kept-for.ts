/** How long a device keeps a user's bookings and figures after the server's answer: 168 hours, in milliseconds. */
export const keptForMs = 168 * 3_600_000;
