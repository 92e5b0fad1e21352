// How the server's process is started, in one place: by `npm start`, the browser and crash tests, and the benchmarks.
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * A young generation of 8 MB instead of 16 and an old one of at most 160: the server's own needs are about 60, and V8 lets
 * garbage grow with the limit (420 MB resident after the benchmarks without one). So small a young generation is swept sooner
 * by one thread than four are woken for it, beside a database that needs the cores.
 */
const memory = ['--max-semi-space-size=8', '--max-old-space-size=160', '--no-parallel-scavenge'];

/** Arguments of the project's own Node, for the server of this checkout or another. */
export const serverArguments = (checkout = root) => [
  '--disable-warning=ExperimentalWarning',
  ...memory,
  join(checkout, 'server', 'main.ts'),
];

/**
 * Its environment: compiled code is kept, so that the next start neither strips types nor compiles again; and one heap for all
 * threads, as glibc gives every thread that compiles or collects garbage one of its own, which it never gives back (measured:
 * 187 MB resident after the benchmarks instead of 228).
 */
export const serverEnvironment = (environment = process.env) => ({
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
  MALLOC_ARENA_MAX: '1',
  ...environment,
});
