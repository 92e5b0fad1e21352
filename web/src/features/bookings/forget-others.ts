/** Takes the bookings of whoever was here before off this device, once somebody else signs in. */
export function forgetOthersBookings(userId: string): void {
  try {
    const key = 'holoholo.bookings';
    if (localStorage.getItem(key)?.includes(`"userId":"${userId}"`) === false) localStorage.removeItem(key);
  } catch {
    // Where there is no storage nothing was left.
  }
}
