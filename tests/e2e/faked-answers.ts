import type { BrowserContext, Page, Request, Route } from '@playwright/test';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type ErrorCode, errors, universalErrors } from '../../contract/errors.ts';
import { contract } from '../../contract/index.ts';

type Handler = (route: Route, request: Request) => unknown;
type Fulfilled = NonNullable<Parameters<Route['fulfill']>[0]>;

/** What is told of each request that a test answers itself. */
export interface Told {
  /** It was answered with this status, or ended with this error of the browser. */
  served(status: string, url: URL): void;
  /** The answer is none that the server could have given. */
  wrong(problem: string): void;
}

/** Handlers whose answers are broken on purpose: no server of ours gives them, a network on the way might. */
const breaking = new WeakSet<Handler>();

/** Marks a handler's answers as broken on purpose; one that the contract knows is then what is wrong. */
export function broken(handler: Handler): Handler {
  breaking.add(handler);
  return handler;
}

/**
 * From now on whatever a test answers in the server's place is parsed with the contract: a body by the schema of that endpoint, a
 * refusal by its code and status.
 */
export function watchRoutes(target: Page | BrowserContext, origin: string, told: Told): void {
  const wrapped = new WeakMap<Handler, Handler>();
  const wrap = (handler: Handler): Handler => {
    const known = wrapped.get(handler);
    if (known) return known;
    const made: Handler = (route, request) => handler(watched(route, origin, told, breaking.has(handler)), request);
    wrapped.set(handler, made);
    return made;
  };
  const { route, unroute } = target;
  Object.assign(target, {
    route: (address: string, handler: Handler, options?: object) => route.call(target, address, wrap(handler), options),
    unroute: (address: string, handler?: Handler) =>
      unroute.call(target, address, handler && (wrapped.get(handler) ?? handler)),
  });
}

function watched(route: Route, origin: string, told: Told, isBroken: boolean): Route {
  const url = new URL(route.request().url());
  return new Proxy(route, {
    get(target, name) {
      if (name === 'abort')
        return (reason = 'failed') => {
          told.served(`net::ERR_${chromiumNames[reason] ?? reason.toUpperCase()}`, url);
          return target.abort(reason);
        };
      if (name === 'fulfill')
        return async (options: Fulfilled = {}) => {
          told.served(String(options.status ?? options.response?.status() ?? 200), url);
          if (url.origin === origin && url.pathname.startsWith('/api/')) {
            const problem = await problemOf(route.request().method(), url, options);
            const name = `${route.request().method()} ${url.pathname}`;
            if (problem && !isBroken) told.wrong(`faked answer of ${name}: ${problem}`);
            if (!problem && isBroken) told.wrong(`faked answer of ${name} is said to be broken, and is one of ours`);
          }
          return await target.fulfill(options);
        };
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** As the console names them. */
const chromiumNames: Record<string, string> = {
  connectionreset: 'CONNECTION_RESET',
  internetdisconnected: 'INTERNET_DISCONNECTED',
};

/** Why the server could not have answered so; null where it could. */
async function problemOf(
  method: string,
  url: URL,
  { status, json, body, response }: Fulfilled,
): Promise<string | null> {
  const endpoint = endpointAt(method, url.pathname);
  if (!endpoint) return 'there is no such endpoint';
  const code = status ?? response?.status() ?? 200;
  const text = json === undefined ? (body ?? (await response?.text()) ?? '') : JSON.stringify(json);
  const given = read(String(text));
  if (code >= 400) return refusalProblem(endpoint, code, given);
  if (code !== (endpoint.status ?? 200)) return `it answers ${endpoint.status ?? 200}, not ${code}`;
  const { success, data, error } = endpoint.reply.safeParse(given);
  if (!success) return z.prettifyError(error!).replaceAll('\n', ' ');
  return sorted(data) === sorted(given) ? null : 'it has fields that the contract does not declare';
}

/** Of the refusals that every endpoint may give, those that only some come to. */
const comesTo: Partial<Record<ErrorCode, (endpoint: Endpoint) => boolean>> = {
  unauthenticated: ({ access }) => access !== 'anyone',
  forbidden: ({ access }) => Array.isArray(access),
  payload_too_large: ({ body }) => Boolean(body),
  unsupported_media_type: ({ body }) => Boolean(body),
  idempotency_mismatch: ({ idempotent }) => Boolean(idempotent),
  rate_limited: ({ limit, stores }) => Boolean(limit || stores),
};

const refusal = z.object({ error: z.string(), code: z.string() });

function refusalProblem(endpoint: Endpoint, status: number, given: unknown): string | null {
  const { success, data } = refusal.safeParse(given);
  if (!success) return 'a refusal has its code and words';
  const { code } = data! as { code: ErrorCode };
  const known = [...universalErrors.filter((one) => comesTo[one]?.(endpoint) ?? true), ...(endpoint.errors ?? [])];
  if (!(known as string[]).includes(code)) return `it does not refuse with ${code}`;
  const declared = errors[code].status;
  return declared === status ? null : `${code} is a ${declared}, not a ${status}`;
}

/** The endpoint that a request asks. */
export const endpointOf = (request: Request): Endpoint | undefined =>
  endpointAt(request.method(), new URL(request.url()).pathname);

function endpointAt(method: string, path: string): Endpoint | undefined {
  const matches = contract.filter(
    (one: Endpoint) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return matches.find(({ path: declared }) => declared === path) ?? matches[0];
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same text for the same value, in whatever order its fields stand. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
