/** A list's total is exact up to here; one more stands for all beyond. */
export const mostCounted = 10_000;
