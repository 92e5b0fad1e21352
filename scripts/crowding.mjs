import { availableParallelism, loadavg } from 'node:os';

/**
 * How many times as long as on a machine of its own anything may take now, twice at most: one task waiting for each core is the
 * tests' own doing, more is other people's.
 */
export const crowding = () => Math.min(2, Math.max(1, loadavg()[0] / availableParallelism() - 1));
