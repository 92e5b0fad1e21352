/** The list of the screen that is open, as events name it. */
export const listHere = (): string =>
  /^\/(explore|saved|scan|bookings|dashboard|location\/\d{1,9})\/?$/.exec(location.pathname)?.[1] ?? 'other';
