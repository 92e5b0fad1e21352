import type { Answer, Request } from '../../contract/endpoint.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Contract } from '../../contract/index.ts';

export type EndpointName = keyof Contract;

/** Calls an endpoint by its name. The same signature serves the browser (over HTTP) and the server's own rendering (in process). */
export type Api = <K extends EndpointName>(
  name: K,
  ...request: Record<never, never> extends Request<Contract[K]> ? [Request<Contract[K]>?] : [Request<Contract[K]>]
) => Promise<Answer<Contract[K]>>;

/** An answer other than success. `code` decides what to do; the words are for people. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'offline';
  readonly status: number;
  readonly requestId: string | undefined;
  /** How long to wait before another try, where the answer says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode | 'offline',
    status: number,
    words: string,
    { requestId, retryAfterSeconds }: { requestId?: string; retryAfterSeconds?: number } = {},
  ) {
    super(words);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The code of a refusal, whichever side made it; undefined for other errors. */
export function errorCode(error: unknown): ErrorCode | 'offline' | undefined {
  const code = error instanceof Error && (error as { code?: unknown }).code;
  return typeof code === 'string' ? (code as ErrorCode) : undefined;
}

type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown } | undefined;

/** The address and options of a call, made from the endpoint's name. */
export function requestOf(name: EndpointName, request: Loose): [string, RequestInit] {
  const [method = 'GET', path = ''] = name.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(request?.params?.[field])));
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(request?.query ?? {}))
    if (value !== undefined) query.set(field, String(value));
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (request?.body !== undefined) {
    init.headers = { 'content-type': 'application/json' };
    init.body = JSON.stringify(request.body);
  }
  return [query.size ? `${filled}?${query}` : filled, init];
}

/** How long a call may take, to the last byte of its answer. What takes longer counts as no answer. */
const deadlineMs = 10_000;

/** The answer with its whole text. @throws ApiError `offline` where it did not come in time, or not to its end. */
export async function exchange(address: string, init: RequestInit): Promise<[Response, string]> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  try {
    const response = await fetch(address, { ...init, signal: deadline.signal });
    return [response, await response.text()];
  } catch {
    throw new ApiError('offline', 0, 'Network error. Please check your connection and try again.');
  } finally {
    clearTimeout(timer);
  }
}

function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // no content, or what something on the way says in its own form
  }
}

const callWith =
  (headers: Record<string, string>): Api =>
  async (name, ...[request]) => {
    const [address, init] = requestOf(name, request as Loose);
    const [response, text] = await exchange(address, { ...init, headers: { ...init.headers, ...headers } });
    const reply = readJson(text);
    if (!response.ok)
      throw new ApiError(reply.code ?? 'internal', response.status, reply.error ?? response.statusText, {
        requestId: reply.request_id,
        retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
      });
    return reply;
  };

/** The browser's client. A call that gets no whole answer within ten seconds fails with the code `offline`. */
export const browserApi = callWith({});

/** The same for a creating call: however often it is sent with this key, it has one effect. */
export const apiOnce = (key: string): Api => callWith({ 'idempotency-key': key });
