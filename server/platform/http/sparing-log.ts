import type { FastifyBaseLogger } from 'fastify';

/** So many milliseconds pass between two lines of one kind. */
const interval = 1_000;

/** What has come since the last line of its kind. */
interface Unsaid {
  times: number;
  say: (times: number) => void;
}

const kinds = new WeakMap<FastifyBaseLogger, Map<string, Unsaid>>();

/**
 * Logs what comes with every request of a flood, so that it fills no disk: the first of a kind at once, of the others one line in a
 * second that says how many times it stands for.
 * @param log the server's own, not that of one request.
 * @param kind one of few, whatever is sent.
 */
export function logSparingly(
  log: FastifyBaseLogger,
  kind: string,
  level: 'warn' | 'error',
  about: object,
  message: string,
): void {
  const unsaid = kinds.get(log) ?? new Map<string, Unsaid>();
  kinds.set(log, unsaid);
  const say = (times: number) => log[level]({ ...about, times }, message);
  const earlier = unsaid.get(kind);
  if (earlier) {
    unsaid.set(kind, { times: earlier.times + 1, say });
    return;
  }
  say(1);
  unsaid.set(kind, { times: 0, say });
  const sayRest = () => {
    const { times, say: sayLast } = unsaid.get(kind)!;
    unsaid.delete(kind);
    if (times === 0) return;
    sayLast(times);
    unsaid.set(kind, { times: 0, say: sayLast });
    setTimeout(sayRest, interval).unref();
  };
  setTimeout(sayRest, interval).unref();
}
