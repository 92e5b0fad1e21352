import { Connection, type Reply } from './connection.ts';

/** One request to send, and what its answer must be like. */
export interface Exchange {
  request: string;
  /** Says what is wrong with an answer; nothing when it is right. */
  judge?(reply: Reply): string | undefined;
}

/** What a traffic module of this folder exports: the requests of a kind of visitor, one after the other, for ever. */
export interface Traffic {
  next(): Exchange;
  /** Told in the report beside the figures. */
  notes?(): Record<string, number>;
  close?(): Promise<void>;
}
export type CreateTraffic<Options = unknown> = (options: Options) => Traffic | Promise<Traffic>;

export interface RunOrder {
  port: number;
  connections: number;
  warmupSeconds: number;
  seconds: number;
}

export interface RunReport {
  perSecond: number;
  bytesPerSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  /** Answers that were not right, and the first few reasons. */
  wrong: number;
  reasons: string[];
  notes: Record<string, number>;
}

/** The load generator, a process of its own: `generator.ts <traffic module> <options as JSON>`, told by IPC when to run. */
async function serveParent(): Promise<void> {
  const [module = '', options = '{}'] = process.argv.slice(2);
  const { createTraffic } = (await import(module)) as { createTraffic: CreateTraffic };
  const traffic = await createTraffic(JSON.parse(options));
  process.on('message', async (order: RunOrder | 'end') => {
    if (order === 'end') {
      await traffic.close?.();
      process.exit(0);
    }
    process.send?.(await run(traffic, order));
  });
  process.send?.('ready');
}

async function run(traffic: Traffic, { port, connections, warmupSeconds, seconds }: RunOrder): Promise<RunReport> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const from = performance.now() + warmupSeconds * 1000;
  const until = from + seconds * 1000;
  const times: number[] = [];
  const reasons: string[] = [];
  let bytes = 0;
  let wrong = 0;
  const work = async (connection: Connection) => {
    for (let begun = performance.now(); begun < until; begun = performance.now()) {
      const { request, judge } = traffic.next();
      const reply = await connection.exchange(request);
      const fault = judge ? judge(reply) : reply.status < 300 ? undefined : `status ${reply.status}`;
      if (fault) {
        wrong += 1;
        if (reasons.length < 3) reasons.push(fault);
      }
      const ended = performance.now();
      if (begun < from || ended > until) continue;
      times.push(ended - begun);
      bytes += reply.bytes.length;
    }
  };
  await Promise.all(open.map(work));
  for (const connection of open) connection.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    perSecond: times.length / seconds,
    bytesPerSecond: bytes / seconds,
    p50Milliseconds: at(0.5),
    p99Milliseconds: at(0.99),
    wrong,
    reasons,
    notes: traffic.notes?.() ?? {},
  };
}

if (process.argv[1] === import.meta.filename) await serveParent();
