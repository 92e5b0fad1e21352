import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, Input, Reply } from '../../contract/endpoint.ts';
import { universalErrors } from '../../contract/errors.ts';
import { mayCall } from '../../contract/roles.ts';
import { isCallLimit, spendBytes, spendCall } from './call-limits.ts';
import type { Context, Services } from './context.ts';
import { isUnavailable } from './database.ts';
import { GuardedJson } from './guarded-reply.ts';
import { answerOnce } from './idempotency.ts';
import { Refusal } from './refusal.ts';
import { createContext } from './request-context.ts';
import { recordRefusal } from './security-events.ts';

// biome-ignore lint/suspicious/noExplicitAny: the table of answers holds handlers of every endpoint's types
type AnyHandler = (input: any, ctx: Context) => any;

/** An endpoint together with the function that answers it. */
export interface Answered {
  endpoint: Endpoint;
  handler: AnyHandler;
}

/** Ties a handler to its declaration; the types of both must agree. */
export function answer<E extends Endpoint>(
  endpoint: E,
  handler: (input: Input<E>, ctx: Context) => Reply<E> | GuardedJson | Promise<Reply<E> | GuardedJson>,
): Answered {
  return { endpoint, handler };
}

/** What a caller sends, before it is parsed. */
export interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * The one way into every endpoint, over HTTP and from the server's own pages: may they, within limits, parse, call, guard the reply.
 * @throws Refusal for every expected refusal.
 */
export async function invoke(answered: Answered, raw: RawInput, ctx: Context): Promise<unknown> {
  try {
    return await callAnswered(answered, raw, ctx);
  } catch (error) {
    const { method, path } = answered.endpoint;
    const { address, requestId, caller } = ctx;
    if (isUnavailable(error)) ctx.setHeader('retry-after', '1'); // for a page that is made without this answer
    recordRefusal(ctx.db, ctx.clock.now(), error, { method, path, address, requestId, userId: caller?.userId });
    throw error;
  }
}

async function callAnswered({ endpoint, handler }: Answered, raw: RawInput, ctx: Context): Promise<unknown> {
  if (!mayCall(endpoint.access, ctx.caller)) throw new Refusal(ctx.caller ? 'forbidden' : 'unauthenticated');
  if (endpoint.limit) await spendCall(endpoint.limit, ctx);
  const input = {
    params: endpoint.params && parse(endpoint.params, raw.params, 'path'),
    query: endpoint.query && parse(endpoint.query, raw.query ?? {}, 'query'),
    body: endpoint.body && parse(endpoint.body, raw.body, 'body'),
  };
  if (endpoint.stores) await spendBytes(endpoint.stores, input.body, ctx);
  const kind = endpoint.replyKind ?? 'json';
  const respond = async (within: Context) => {
    const result = await handler(input, within);
    return kind === 'json' && !(result instanceof GuardedJson) ? endpoint.reply.parse(result) : result;
  };
  try {
    return endpoint.idempotent ? await answerOnce(endpoint, raw.body, ctx, respond) : await respond(ctx);
  } catch (error) {
    requireDeclared(endpoint, error);
    throw error;
  }
}

function parse(type: z.ZodType, value: unknown, where: string): unknown {
  const parsed = type.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = [where, ...(issue?.path ?? [])].map(String).join('.').slice(0, 100);
  throw new Refusal('invalid_request', { detail: `${field}: ${issue?.message ?? 'not valid'}` });
}

/** A refusal that the contract does not announce is a mistake of ours, and shows as one. */
function requireDeclared(endpoint: Endpoint, error: unknown): void {
  if (!(error instanceof Refusal)) return;
  const declared: readonly string[] = [...universalErrors, ...(endpoint.errors ?? [])];
  if (!declared.includes(error.code)) {
    throw new Error(`${endpoint.method} ${endpoint.path} refused with ${error.code}, which it does not declare`);
  }
}

const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Mounts the contract. Every endpoint must be answered exactly once, and every answer must be declared.
 * @throws Error naming what is unanswered, undeclared or without `access`.
 */
export function mountContract(
  app: FastifyInstance,
  contract: readonly Endpoint[],
  answers: readonly Answered[],
  services: Services,
): void {
  const key = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;
  const answered = new Map(answers.map((one) => [one.endpoint, one]));
  const missing = contract.filter((endpoint) => !answered.has(endpoint)).map(key);
  if (missing.length) throw new Error(`unanswered endpoints: ${missing.join(', ')}`);
  const undeclared = answers
    .filter(({ endpoint }) => !contract.includes(endpoint))
    .map(({ endpoint }) => key(endpoint));
  if (undeclared.length) throw new Error(`answers the contract does not declare: ${undeclared.join(', ')}`);
  if (answered.size !== answers.length) throw new Error('an endpoint is answered twice');

  const methodsOf = new Map<string, string[]>();
  for (const endpoint of contract) {
    if (!endpoint.access) throw new Error(`${key(endpoint)} does not say who may call it`);
    if (endpoint.limit && !isCallLimit(endpoint.limit)) throw new Error(`${key(endpoint)} names an unknown limit`);
    if (endpoint.access === 'demo' && services.settings.production) continue;
    methodsOf.set(endpoint.path, [...(methodsOf.get(endpoint.path) ?? []), endpoint.method]);
    app.route({
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      bodyLimit: endpoint.bodyLimitBytes ?? 64 * 1024,
      handler: serve(answered.get(endpoint)!, services),
    });
  }
  for (const [path, methods] of methodsOf) refuseOtherMethods(app, path, methods);
}

function serve(answered: Answered, services: Services) {
  const { endpoint } = answered;
  const kind = endpoint.replyKind ?? 'json';
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = await createContext(services, request, reply);
    reply.status(endpoint.status ?? 200);
    const result = await invoke(answered, { params: request.params, query: request.query, body: request.body }, ctx);
    if (reply.statusCode === 503) reply.header('retry-after', '1');
    if (kind === 'json') {
      const json = result instanceof GuardedJson ? result.bytes : JSON.stringify(result);
      return reply.type('application/json; charset=utf-8').send(json);
    }
    if (kind === 'html') return reply.type('text/html; charset=utf-8').send(result);
    return reply.send(result instanceof Uint8Array ? Buffer.from(result) : result);
  };
}

function refuseOtherMethods(app: FastifyInstance, path: string, methods: string[]): void {
  const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const others = known.filter((method) => !methods.includes(method));
  app.route({
    method: others,
    url: fastifyPath(path),
    handler: async (_request, reply) => {
      reply.header('allow', methods.join(', '));
      throw new Refusal('method_not_allowed');
    },
  });
}
