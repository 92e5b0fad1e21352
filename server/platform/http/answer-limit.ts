import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FairGate } from './fair-gate.ts';
import { networkOf, siteOf } from './networks.ts';
import { Refusal } from './refusal.ts';
import { releaseBody } from './request-body.ts';

/** A request is answered, well or not, within so many milliseconds: a sum of several slow statements is not waited for. */
const answerLimit = 2_500;

/**
 * Steps of requests under way at once. While a body is on its way nothing is, so that slow senders take no room. Answers take
 * milliseconds: a few at once serve a hotel's guests behind one address. Who asks from elsewhere has so many before them at most.
 */
const inHand = new FairGate({
  most: 256,
  mostPerNetwork: 64,
  mostBesideOthers: 2,
  waiting: 1_024,
  waitingPerNetwork: 320,
});

/** A flood must not make a supervisor end a healthy server. */
export const probes = new Set(['/healthz', '/readyz']);

/**
 * A request for which there is no room even to wait is refused after so many milliseconds: refused at once, a client that asks
 * again and again would keep the process busy with refusals.
 */
const refusalDelay = 1_000;
export const refuseLater = (error: unknown): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(error), refusalDelay));

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds that it has been worked on or has waited for room; the time that its body takes to come is not ours. */
    worked?: number;
    /** Gives its room to others while it waits for somebody else's server. */
    waitOutside?<T>(work: () => Promise<T>): Promise<T>;
  }
}

type Step = (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Whether somebody still waits for the answer. */
export function isAwaited(request: FastifyRequest, reply: FastifyReply): boolean {
  return !reply.sent && !reply.raw.destroyed && !request.raw.socket?.destroyed;
}

/**
 * Bounds steps of a request (what comes before its body is read, and its handler): how many are under way at once, and how
 * long those of one request together take; beyond that it is answered 503. Work that has begun goes on, keeps its room, and
 * may be kept all the same; a retry with the same Idempotency-Key finds out. Nothing is begun once nobody waits for it.
 */
export function withinLimit(step: Step): Step {
  return function (request, reply) {
    if (!isAwaited(request, reply)) return leaveUnanswered(request, reply);
    const begun = performance.now();
    const left = answerLimit - (request.worked ?? 0);
    const isWanted = () => isAwaited(request, reply) && performance.now() - begun < left;
    const work = enterAndRun(() => step.call(this, request, reply), request, isWanted);
    if (!(work instanceof Promise)) return work;
    return new Promise((resolve, reject) => {
      const tooLong = () => {
        // An answer that is on its way may take as long as its reader.
        if (reply.sent || reply.raw.headersSent) return;
        // What the step has to say afterwards is for nobody.
        reply.raw.once('finish', () => {
          reply.send = () => reply;
        });
        reject(new Refusal('unavailable'));
      };
      const timer = setTimeout(tooLong, left);
      // Before anybody hears of it: the next step may begin at once.
      const done = () => {
        clearTimeout(timer);
        request.worked = (request.worked ?? 0) + performance.now() - begun;
      };
      work.finally(done).then(resolve, reject);
    });
  };
}

/** @throws Refusal `unavailable` where there is no room, or none in time. */
function enterAndRun(run: () => unknown, request: FastifyRequest, isWanted: () => boolean): unknown {
  if (probes.has(request.routeOptions.url ?? '')) return run();
  const network = siteOf(networkOf(request.ip));
  let entered: true | Promise<boolean>;
  try {
    entered = inHand.enter(network, isWanted);
  } catch (error) {
    releaseBody(request);
    return refuseLater(error);
  }
  if (entered === true) return runInside(run, network, request);
  return entered.then((mayRun) => {
    if (mayRun) return runInside(run, network, request);
    releaseBody(request);
    throw new Refusal('unavailable');
  });
}

/** What was done outside is not lost for want of room: then the rest of its work goes on without. @returns whether it has room */
async function comeBack(network: string): Promise<boolean> {
  try {
    return await inHand.enter(network, () => true);
  } catch {
    return false;
  }
}

function runInside(run: () => unknown, network: string, request: FastifyRequest): unknown {
  let isInside = true;
  const leave = () => {
    if (isInside) inHand.leave(network);
    isInside = false;
  };
  request.waitOutside = async (elsewhere) => {
    leave();
    try {
      return await elsewhere();
    } finally {
      isInside = await comeBack(network);
    }
  };
  let work: unknown;
  try {
    work = run();
  } finally {
    if (work instanceof Promise) work.then(leave, leave);
    else leave();
  }
  return work;
}

function leaveUnanswered(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  releaseBody(request);
  reply.hijack();
  return Promise.resolve();
}
