import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ByteBudget, type HeldBytes } from './byte-budget.ts';
import { findJsonExcess } from './json-bounds.ts';
import { networkOf, siteOf } from './networks.ts';
import { Refusal } from './refusal.ts';
import { tooLarge } from './too-large.ts';

declare module 'fastify' {
  interface FastifyRequest {
    heldBody: HeldBytes | null;
  }
  interface FastifyInstance {
    /** Lets the routes of a scope take bodies of any media type, as they come, within the same budget. */
    takeRawBodies(scope: FastifyInstance): void;
  }
}

/**
 * Bodies held at once. What is made of a body takes a few times its size, so that all of them come to well below the
 * smallest heap; a network's share is what sixteen full batches of events take. The first bytes of each are not counted: the
 * number of connections bounds them, and the small calls that people make go through while a stranger on the same network sends
 * large ones.
 */
const budget = { total: 16 * 1024 * 1024, perNetwork: 4 * 1024 * 1024, free: 8 * 1024 };

/** A refused body is read all the same and discarded, up to so many bytes; the largest body of the contract is no larger, but for files. */
const mostDiscarded = 1024 * 1024;

/** Whether what still comes of a request's body is read and discarded, should it be refused. */
export const isDiscarded = (request: FastifyRequest) =>
  announcedBytes(request) <= (request.routeOptions.config.takes ? request.routeOptions.bodyLimit! : mostDiscarded);

/** Of a file what it may have itself, without the form that it comes in. */
const mostBytesOf = ({ routeOptions }: FastifyRequest) =>
  routeOptions.config.takes?.mostBytes ?? routeOptions.bodyLimit!;

const announcedBytes = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? 0);

/**
 * Reads JSON bodies within the budget of the process, and only those whose shape is bounded. Other media types are
 * refused, except where a scope takes bodies raw. Whoever handles the request calls `releaseBody` when done with it.
 */
export function installBodies(app: FastifyInstance): void {
  const bodies = new ByteBudget(budget);
  const parseText = app.getDefaultJsonParser('error', 'error');
  app.decorateRequest('heldBody', null);
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addHook('onRequest', (request, reply, done) => {
    if (isDiscarded(request)) return done();
    reply.header('connection', 'close');
    // Whoever knows no secret is not told what an address takes: there the size is looked at after that, below.
    done(request.routeOptions.config.origin === 'external' ? undefined : tooLarge(mostBytesOf(request)));
  });
  // A body that is refused in advance is never held: Node discards it as it arrives, and the connection stays open.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const announced = announcedBytes(request);
    if (announced > request.routeOptions.bodyLimit!) return done(tooLarge(mostBytesOf(request)));
    // A file is not held.
    if (request.routeOptions.config.takes) return done(null, payload);
    if (!bodies.hasRoom(senderOf(request), announced)) return done(new Refusal('unavailable'));
    done(null, payload);
  });
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    const bytes = await holdBody(request, payload);
    try {
      const excess = findJsonExcess(bytes);
      if (excess) throw new Refusal('invalid_request', { detail: `the JSON ${excess}` });
      return await new Promise((resolve, reject) =>
        parseText(request, bytes.toString('utf8'), (error, value) => (error ? reject(error) : resolve(value))),
      );
    } catch (error) {
      releaseBody(request);
      throw error;
    }
  });
  async function holdBody(request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<Buffer> {
    const held = bodies.hold(senderOf(request));
    try {
      const bytes = await readBytes(payload, request.routeOptions.bodyLimit!, held);
      request.heldBody = held;
      return bytes;
    } catch (error) {
      held.release();
      throw error;
    }
  }
  app.decorate('takeRawBodies', (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', holdBody);
    // After who calls is settled and before its form is looked at: what names a media type that is none is taken as well.
    scope.addHook('preParsing', (request, _reply, payload, done) => {
      delete request.raw.headers['content-type'];
      done(null, payload);
    });
  });
}

/** Whose room a body takes: one customer has as many networks of IPv6 as it likes. */
export const senderOf = ({ ip }: Pick<FastifyRequest, 'ip'>) => siteOf(networkOf(ip));

/** Gives back the room that a request's body takes, once the body is no longer used. */
export function releaseBody(request: FastifyRequest): void {
  request.heldBody?.release();
}

function readBytes(payload: NodeJS.ReadableStream, limit: number, held: HeldBytes): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => payload.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
    const refuse = (error: Error) => {
      stop();
      // The rest is discarded as it arrives.
      payload.on('error', () => {}).resume();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) refuse(tooLarge(limit));
      else if (held.take(chunk.length)) chunks.push(chunk);
      else refuse(new Refusal('unavailable'));
    };
    const onEnd = () => {
      stop();
      resolve(Buffer.concat(chunks, length));
    };
    const onCut = () => refuse(new Refusal('invalid_request', { detail: 'it ended too early' }));
    payload.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}
