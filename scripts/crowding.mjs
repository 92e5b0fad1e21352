import { availableParallelism, loadavg } from 'node:os';
import { slowness } from './slowness.mjs';

/**
 * How many times as long as on a quick machine of its own anything may take now. For the load twice at most: one task waiting
 * for each core is the tests' own doing, more is other people's. For a slow machine three times at most.
 */
export const crowding = () => slowness() * Math.min(2, Math.max(1, loadavg()[0] / availableParallelism() - 1));
