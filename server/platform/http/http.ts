import type { FastifyInstance, onRequestAsyncHookHandler, RouteOptions } from 'fastify';
import type { Endpoint, Input, Reply, TakenFile } from '../../../contract/endpoint.ts';
import { universalErrors } from '../../../contract/errors.ts';
import { isOfAdmins, mayCall } from '../../../contract/roles.ts';
import type { Context, Services } from '../context.ts';
import { isUnavailable } from '../database/database.ts';
import { readFrom } from '../database/replica.ts';
import { answerOnce, type Made, nameCall, requireKeyForm } from '../idempotency.ts';
import { isCallLimit, spendBytes, spendCall } from '../limits/call-limits.ts';
import { admitSource } from '../news/news.ts';
import { admitMember, noteAdminView } from '../organisations/admission.ts';
import { unknownRequests } from '../request-metrics/measure-requests.ts';
import { recordRefusal } from '../security-events/security-events.ts';
import type { Settings } from '../settings.ts';
import { formBytes, takeUploads } from '../uploads/take-uploads.ts';
import { withinLimit } from './answer-limit.ts';
import { GuardedJson } from './guarded-reply.ts';
import { parseRequest } from './parse-request.ts';
import { Refusal } from './refusal.ts';
import { releaseBody } from './request-body.ts';
import { createContext } from './request-context.ts';
import { isAskedByOwnPage, isFollowedByPerson, isNavigation, isSentToUs } from './request-origin.ts';
import { asRefusal, markError, sendError } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: the table of answers holds handlers of every endpoint's types
type AnyHandler = (input: any, ctx: Context) => any;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls an endpoint of the contract, known before its body is read. */
    context: Context | null;
  }
}

/** An endpoint together with the function that answers it. */
export interface Answered {
  endpoint: Endpoint;
  handler: AnyHandler;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  again?: 'handler' | ((input: any, ctx: Context, made: Made) => any) | undefined;
  /** It only reads, and may do so from a replica. */
  isRead?: boolean;
}

type FileOf<E extends Endpoint> = E extends { readonly replyKind: 'binary-or-json' } ? Uint8Array : never;
type Answer<E extends Endpoint> = Reply<E> | GuardedJson | FileOf<E> | (() => Promise<Reply<E>>);
type Result<E extends Endpoint> = Answer<E> | Promise<Answer<E>>;

/**
 * Ties a handler to its declaration; the types of both must agree.
 * @param handler may answer a file by a function that makes it of what was read: it is called once no transaction waits for it.
 * @param again of an idempotent endpoint: answers a repeat, from the reference that the handler told `ctx.made`. `handler` where the handler keeps the key itself, by `ctx.keyedCall`.
 */
export function answer<E extends Endpoint>(
  endpoint: E,
  handler: (input: Input<E>, ctx: Context) => Result<E>,
  again?: 'handler' | ((input: Input<E>, ctx: Context, made: Made) => Result<E>),
): Answered {
  return { endpoint, handler, again };
}

/**
 * Lets an answer read from a replica where there is one, which has all that the primary had when the reading began. Its handler has no
 * effect on the database through `ctx.db`, and may be run again.
 */
export const fromReplica = (answered: Answered): Answered => ({ ...answered, isRead: true });

/** What a caller sends, before it is parsed. */
export interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * The one way into every endpoint: whether the caller may and is within limits, then the call itself. The server's own pages
 * take both steps at once; over HTTP the first is taken before the body is read.
 * @throws Refusal for every expected refusal.
 */
export async function invoke(answered: Answered, raw: RawInput, ctx: Context): Promise<unknown> {
  await admit(answered, ctx, raw.params);
  return await perform(answered, raw, ctx);
}

/**
 * Everything that can be refused without the body, so that a flood is not read: limits of calls are spent here. What only the
 * body tells is spent later: bytes that it makes us keep (`perform`), asks for an address, and the limits marked `withWork`.
 * The page that a code opens is no endpoint and spends its scan as it records it.
 */
async function admit({ endpoint }: Answered, ctx: Context, params: unknown): Promise<void> {
  await noting(endpoint, ctx, async () => {
    if (endpoint.access === 'demo') requireOwnHost(ctx);
    // A look of an administrator's is told to whose it is: nobody else's page makes them look, but a link that they follow does.
    const look = lookOf(endpoint, ctx);
    const isOwn = isAskedByOwnPage(ctx.headers) || (look && isFollowedByPerson(ctx.headers));
    if ((endpoint.ownPageOnly || look) && !isOwn) throw new Refusal('cross_site');
    requireShownAccount(endpoint, ctx);
    await requireAccess(endpoint, ctx);
    if (endpoint.idempotent) requireKeyForm(ctx.idempotencyKey);
    if (endpoint.limit) await spendCall(endpoint.limit, ctx);
    if (endpoint.origin === 'external') {
      const { source, secret } = params as { source: string; secret: string };
      await admitSource({ source: endpoint.source ?? source, secret }, ctx);
    }
  });
}

/** Whether what a call is answered with leaves as JSON. */
const isJson = ({ replyKind = 'json' }: Endpoint, result: unknown) =>
  replyKind === 'json' || (replyKind === 'binary-or-json' && !(result instanceof Uint8Array));

/** What a call looks at that is somebody's, where an administrator makes it. */
const lookOf = ({ adminViews }: Endpoint, { caller }: Context) => (caller?.role === 'admin' ? adminViews : undefined);

/** @throws Refusal `unauthenticated`, `forbidden`, `organisation_suspended` */
async function requireAccess(endpoint: Endpoint, ctx: Context): Promise<void> {
  if (!mayCall(endpoint.access, ctx.caller)) throw new Refusal(ctx.caller ? 'forbidden' : 'unauthenticated');
  await admitMember(endpoint, ctx);
}

/** What a page that shows one person's account has to say is nobody else's word, should another have signed in in another tab. */
function requireShownAccount({ method }: Endpoint, { headers, caller }: Context): void {
  const shown = headers['x-shown-account'];
  if (method !== 'GET' && shown && caller && caller.userId !== shown) throw new Refusal('other_account');
}

/** The demo's pages hold what signs people in. */
function requireOwnHost({ headers, settings }: Context): void {
  if (!isSentToUs(headers.host, settings.host, new URL(settings.publicUrl).hostname)) throw new Refusal('not_found');
}

/** Parses, calls, guards the reply. */
async function perform({ endpoint, handler, again, isRead }: Answered, raw: RawInput, ctx: Context): Promise<unknown> {
  return await noting(endpoint, ctx, async () => {
    const input = parseRequest(endpoint, raw);
    for (const budget of endpoint.stores ?? []) await spendBytes(budget, input.body, ctx);
    const guard = (result: unknown) =>
      isJson(endpoint, result) && !(result instanceof GuardedJson) ? endpoint.reply.parse(result) : result;
    const respond = async (within: Context) => {
      const handle = (inside: Context) =>
        isRead ? readFrom(inside, (db) => handler(input, { ...inside, db })) : handler(input, inside);
      const reply = async (inside: Context) => guard(await handle(inside));
      const look = lookOf(endpoint, within);
      const id = () => (input.params as { id: string | number }).id;
      const read = look ? await noteAdminView(look, id(), within, reply) : await reply(within);
      return typeof read === 'function' ? await read() : read;
    };
    try {
      const call = endpoint.idempotent ? nameCall(endpoint, raw, ctx) : undefined;
      if (!call) return await respond(ctx);
      if (typeof again !== 'function') return await respond({ ...ctx, keyedCall: call });
      return await answerOnce(call, ctx, respond, async (made) => guard(await again(input, ctx, made)));
    } catch (error) {
      requireDeclared(endpoint, error);
      throw error;
    }
  });
}

/** Runs a step of a call; what it is refused for is noted among the security events. */
async function noting<T>({ method, path }: Endpoint, ctx: Context, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const { address, requestId, caller } = ctx;
    if (isUnavailable(error)) ctx.setHeader('retry-after', '1'); // for a page that is made without this answer
    recordRefusal(ctx.db, ctx.clock.now(), error, { method, path, address, requestId, userId: caller?.userId });
    throw error;
  }
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
 * @throws Error naming what is unanswered, undeclared, without `access`, unsafe without a limit, more than a look of an admin's or than a reading of a replica, a file of somebody unknown, or idempotent without an answer to repeats.
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

  app.decorateRequest('context', null);
  const methodsOf = new Map<string, string[]>();
  for (const endpoint of contract) {
    if (!endpoint.access) throw new Error(`${key(endpoint)} does not say who may call it`);
    if (!endpoint.limit && endpoint.method !== 'GET' && !isOfAdmins(endpoint.access))
      throw new Error(`${key(endpoint)} names no limit`);
    if (endpoint.limit && !isCallLimit(endpoint.limit)) throw new Error(`${key(endpoint)} names an unknown limit`);
    if (endpoint.idempotent && !answered.get(endpoint)!.again)
      throw new Error(`${key(endpoint)} does not say how a repeat is answered`);
    if (answered.get(endpoint)!.isRead && endpoint.method !== 'GET')
      throw new Error(`${key(endpoint)} is read from a replica and may do more than read`);
    if (endpoint.adminViews && (endpoint.method !== 'GET' || !endpoint.params?.shape.id))
      throw new Error(`${key(endpoint)} lets an admin do more than look at what its path names`);
    if (endpoint.takes && (endpoint.access === 'anyone' || endpoint.access === 'demo' || endpoint.body))
      throw new Error(`${key(endpoint)} takes a file from somebody unknown, or beside a body`);
    if (
      endpoint.origin === 'external' &&
      !(endpoint.source ? /\{secret\}/ : /\{source\}.*\{secret\}/).test(endpoint.path)
    )
      throw new Error(`${key(endpoint)} is for others' servers and asks for no secret`);
    if (endpoint.origin === 'link' && !/\{token\}/.test(endpoint.path))
      throw new Error(`${key(endpoint)} is for whoever holds a link and asks for no token`);
    if (endpoint.access === 'demo' && services.settings.production) continue;
    methodsOf.set(endpoint.path, [...(methodsOf.get(endpoint.path) ?? []), endpoint.method]);
    const route: RouteOptions = {
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      bodyLimit: bodyLimitOf(endpoint),
      // Nothing is shown by it, and a look would be noted, or what the call begins would be begun for nobody.
      exposeHeadRoute: endpoint.adminViews === undefined && !endpoint.ownPageOnly,
      config: { measuredAs: key(endpoint) },
      ...serve(answered.get(endpoint)!, services),
    };
    if (endpoint.origin) mountForOthers(app, route, endpoint.origin);
    else if (endpoint.takes) mountUpload(app, route, endpoint.takes, services.settings);
    else app.route(route);
  }
  for (const [path, methods] of methodsOf) refuseOtherMethods(app, path, methods);
}

/** In a scope of its own, where bodies are not parsed. */
function mountForOthers(app: FastifyInstance, route: RouteOptions, origin: NonNullable<Endpoint['origin']>): void {
  app.register(async (scope) => {
    scope.takeRawBodies(scope);
    scope.route({ ...route, config: { ...route.config, origin } });
  });
}

/** In a scope of its own, where a body is a file. */
function mountUpload(app: FastifyInstance, route: RouteOptions, takes: TakenFile, settings: Settings): void {
  app.register(async (scope) => {
    takeUploads(scope, takes, settings);
    scope.route({ ...route, config: { ...route.config, takes } });
  });
}

/** What an endpoint without a body is sent all the same may be an empty object, and no more. */
const bodyLimitOf = ({ body, bodyLimitBytes, takes }: Endpoint) =>
  takes ? takes.mostBytes + formBytes : (bodyLimitBytes ?? (body ? 64 * 1024 : 1024));

/** The two steps of a call over HTTP, with the body read between them. */
function serve(answered: Answered, services: Services): Pick<RouteOptions, 'onRequest' | 'handler' | 'errorHandler'> {
  const { endpoint } = answered;
  return {
    ...(endpoint.refusalPage && { errorHandler: toPage(endpoint.refusalPage) }),
    onRequest: withinLimit(async (request, reply) => {
      request.context = await createContext(services, request, reply, endpoint.origin);
      await admit(answered, request.context, request.params);
    }) as onRequestAsyncHookHandler,
    handler: async (request, reply) => {
      reply.status(endpoint.status ?? 200);
      const raw = { params: request.params, query: request.query, body: request.body };
      const call = async () => {
        // A file takes minutes to come, in which its sender may lose what let it in.
        if (endpoint.takes) {
          const ctx = await createContext(services, request, reply, endpoint.origin);
          await noting(endpoint, ctx, () => requireAccess(endpoint, ctx));
          request.context = ctx;
        }
        return await perform(answered, raw, request.context!);
      };
      const result = await call().finally(() => releaseBody(request));
      if (reply.statusCode === 503) reply.header('retry-after', '1');
      if (isJson(endpoint, result)) {
        const json = result instanceof GuardedJson ? result.bytes : JSON.stringify(result);
        return reply.type('application/json; charset=utf-8').send(json);
      }
      if (endpoint.replyKind === 'html') return reply.type('text/html; charset=utf-8').send(result);
      return reply.send(result instanceof Uint8Array ? Buffer.from(result) : result);
    },
  };
}

/** Whoever opened an address in a window reads a page instead of JSON, whatever it was refused for: also a limit, or no room. */
const toPage =
  (page: string): RouteOptions['errorHandler'] =>
  (error, request, reply) => {
    const { code } = asRefusal(error);
    if (code === 'cross_site' || !isNavigation(request.headers)) return sendError(error, request, reply);
    markError(error, request, reply);
    return reply.redirect(`${page}&reason=${code}`, 302);
  };

function refuseOtherMethods(app: FastifyInstance, path: string, methods: string[]): void {
  const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const others = known.filter((method) => !methods.includes(method));
  app.route({
    method: others,
    url: fastifyPath(path),
    config: { measuredAs: unknownRequests },
    onRequest: async (_request, reply) => {
      reply.header('allow', methods.join(', '));
      throw new Refusal('method_not_allowed');
    },
    handler: () => {},
  });
}
