import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a client has seen while it was asked to go on. */
export interface Seen {
  /** Of each answer, in milliseconds. */
  times: number[];
  statuses: (number | null)[];
}

/** A guest in a process and a network of their own, so that an attacker's load is measured at the server alone. */
export class HonestClient {
  readonly #process: ChildProcess;

  constructor(url: string) {
    this.#process = fork(import.meta.filename, [url], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  }

  /** Opens a page and sends an event alternately until the work is over, ten times at least. */
  async during(work: Promise<unknown>): Promise<Seen> {
    this.#process.send('go on');
    await work.finally(() => this.#process.send('stop'));
    const [seen] = (await once(this.#process, 'message')) as [Seen];
    return seen;
  }

  end(): void {
    this.#process.kill();
  }
}

/** The 95th percentile of what it waited. */
export function p95Of(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}

const event = JSON.stringify({ event_type: 'map_initialized' });
const agent = new Agent({ keepAlive: false });

function ask(url: string, isPage: boolean): Promise<number | null> {
  return new Promise((resolve) => {
    const { port, origin } = new URL(url);
    const sent = request({
      agent,
      host: '127.0.0.1',
      // Elsewhere than on Linux a machine has no second address of its own without being given one.
      ...(process.platform === 'linux' && { localAddress: '127.0.0.2' }),
      port,
      method: isPage ? 'GET' : 'POST',
      path: isPage ? '/location/1' : '/api/analytics/events',
      headers: {
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15',
        ...(!isPage && { origin, 'content-type': 'application/json' }),
      },
    });
    sent.on('error', () => resolve(null));
    sent.on('response', (response) => response.resume().on('close', () => resolve(response.statusCode!)));
    sent.end(isPage ? undefined : event);
  });
}

async function live(url: string): Promise<void> {
  let isOver = true;
  process.on('disconnect', () => process.exit());
  process.on('message', async (what) => {
    isOver = what === 'stop';
    if (isOver) return;
    const seen: Seen = { times: [], statuses: [] };
    while (!isOver || seen.times.length < 10) {
      const begun = performance.now();
      seen.statuses.push(await ask(url, seen.times.length % 2 === 0));
      seen.times.push(performance.now() - begun);
      await sleep(5);
    }
    process.send!(seen);
  });
}

if (process.argv[1] === import.meta.filename && process.send) await live(process.argv[2]!);
