import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** From which share of its time on the process counts as busy with others: work in pieces waits for the database most of its own, as guests do beside it. */
const busyShare = 0.6;
const longestMs = 2_000;
/** How long a rest is, of what the piece before it took: guests have the processor and the database for most of the time. */
const restShare = 2;

/** Lets long work give way to guests: where they keep its process busy it rests after each piece, for longer than that took. */
export class GivingWay {
  #from = performance.now();
  #then = performance.eventLoopUtilization();

  /** To be called after each piece. @throws where the work is aborted meanwhile */
  async rest(signal: AbortSignal): Promise<void> {
    const took = performance.now() - this.#from;
    const { utilization } = performance.eventLoopUtilization(this.#then);
    if (utilization >= busyShare) await sleep(Math.min(took * restShare, longestMs), undefined, { signal });
    this.#from = performance.now();
    this.#then = performance.eventLoopUtilization();
  }
}
