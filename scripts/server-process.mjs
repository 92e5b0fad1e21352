// How the server's process is started, in one place: by `npm start`, the browser and crash tests, and the benchmarks.
import { totalmem } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * The old generation's ceiling in MB: a quarter of the memory that the machine or the container gives us, as the database and
 * the system's file cache want the rest. The server's own needs are about 60.
 */
export function heapMegabytes(total = totalmem(), constrained = process.constrainedMemory?.() ?? 0) {
  const available = Math.min(total, constrained || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(Math.max(available / 2 ** 20 / 4, smallestHeap), largestHeap));
}
const smallestHeap = 160;
const largestHeap = 1_024;

/**
 * Arguments of the project's own Node, for the server of this checkout or another. A young generation of 8 MB instead of 16,
 * swept by one thread: so small a one is done sooner than four threads are woken for it, beside a database that needs the cores.
 * The collector can be called, for server/platform/memory.ts.
 */
export const serverArguments = (checkout = root, heap = heapMegabytes()) => [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--no-parallel-scavenge',
  `--max-old-space-size=${heap}`,
  '--expose-gc',
  join(checkout, 'server', 'main.ts'),
];

/**
 * Its environment: compiled code is kept, so that the next start neither strips types nor compiles again; and one heap for all
 * threads, as glibc gives every thread that compiles or collects garbage one of its own, which it never gives back (measured:
 * 187 MB resident after the benchmarks instead of 228). Large blocks, as compressing takes them, are mapped by themselves and go
 * back when they are free; glibc would raise the threshold with the first of them (measured: 227 MB instead of 242).
 */
export const serverEnvironment = (environment = process.env) => ({
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  ...environment,
});
