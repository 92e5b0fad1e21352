import type { Answer, Request } from '../../contract/endpoint.ts';
import type { ErrorCode, FieldFault } from '../../contract/errors.ts';
import type { Contract } from '../../contract/index.ts';
import { deadlineMs } from './answer-in-time.ts';
import { withQuery } from './with-query.ts';

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
  /** What is wrong with which field, of a request that is not valid. */
  readonly fields: readonly FieldFault[];

  constructor(
    code: ErrorCode | 'offline',
    status: number,
    words: string,
    {
      requestId,
      retryAfterSeconds,
      fields = [],
    }: Partial<Pick<ApiError, 'requestId' | 'retryAfterSeconds' | 'fields'>> = {},
  ) {
    super(words);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = fields;
  }
}

/** The code of a refusal, whichever side made it; undefined for other errors. */
export function errorCode(error: unknown): ErrorCode | 'offline' | undefined {
  const code = error instanceof Error && (error as { code?: unknown }).code;
  return typeof code === 'string' ? (code as ErrorCode) : undefined;
}

let shownAccount: string | undefined;
let shownToAnother = () => {};

/** Says whose account the page shows: the server takes nothing from it for another's. @param id of nobody where it shows none. */
export const showAccount = (id: string | undefined): void => {
  shownAccount = id;
};

/** The header by which a call that writes says so. */
export const ofShownAccount = (method: string): Record<string, string> =>
  shownAccount && method !== 'GET' ? { 'x-shown-account': shownAccount } : {};

/** Has something done where the server says that another than whom the page shows is signed in by now. */
export const onOtherAccount = (then: () => void): void => {
  shownToAnother = then;
};

type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown } | undefined;

/** The address and options of a call, made from the endpoint's name. */
export function requestOf(name: EndpointName, request: Loose): [string, RequestInit] {
  const [method = 'GET', path = ''] = name.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(request?.params?.[field])));
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(request?.query ?? {}))
    if (value !== undefined) query.set(field, String(value));
  const init: RequestInit = { method, credentials: 'same-origin' };
  init.headers = ofShownAccount(method);
  if (request?.body !== undefined) {
    init.headers = { ...init.headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(request.body);
  }
  return [withQuery(filled, query), init];
}

/** What a call fails with that got no whole answer in time. @param status that of the server where it does answer, but a part of the page does not come. */
export const offlineError = (status = 0) => new ApiError('offline', status, '');

/**
 * The answer with what it says, read to its end, within ten seconds. One that is no JSON is none: it was cut short, or somebody
 * on the way has answered in our place. So is a refusal without a code of ours: a gateway, a network that wants a sign-in of its
 * own, or a check for robots decides nothing here.
 * @throws ApiError `offline` where no whole answer came in time; the reason of `init.signal` where that called it off.
 */
export async function exchange(address: string, init: RequestInit): Promise<[Response, ReturnType<typeof JSON.parse>]> {
  const { signal } = init;
  const call = new AbortController();
  const stop = () => call.abort();
  const timer = setTimeout(stop, deadlineMs);
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    const response = await fetch(address, { ...init, signal: call.signal });
    const reply = JSON.parse(await response.text());
    if (reply?.code === 'other_account') shownToAnother();
    if (response.ok || typeof reply.code === 'string') return [response, reply];
  } catch {
    // What is thrown below says it all.
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
  signal?.throwIfAborted();
  throw offlineError();
}

/** The status of an answer of ours that came whole; 0 where none did. For senders of what waits on the device. */
export const statusOf = (address: string, init: RequestInit): Promise<number> =>
  exchange(address, init).then(
    ([{ status }]) => status,
    () => 0,
  );

/** Whether another attempt would not change this answer; a lost session, another's, or a busy server may say something else later. */
export const isFinal = (status: number): boolean =>
  (status >= 200 && status < 300) || (status >= 400 && status < 500 && ![401, 408, 412, 425, 429].includes(status));

let sessionEnded = () => {};

/** Has something done whenever the server says that there is no session, or no longer. */
export const onSessionEnd = (then: () => void): void => {
  sessionEnded = then;
};

/** Told of such an answer to what is not sent by this client. */
export const tellSessionEnd = (): void => sessionEnded();

const callWith =
  (headers: Record<string, string>, signal?: AbortSignal): Api =>
  async (name, ...[request]) => {
    const [address, init] = requestOf(name, request as Loose);
    const [response, reply] = await exchange(address, {
      ...init,
      headers: { ...init.headers, ...headers },
      ...(signal && { signal }),
    });
    if (!response.ok) {
      if (reply.code === 'unauthenticated') sessionEnded();
      throw new ApiError(reply.code, response.status, reply.error, {
        requestId: reply.request_id,
        retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
        fields: reply.fields,
      });
    }
    return reply;
  };

/** The browser's client. A call that gets no whole answer within ten seconds fails with the code `offline`. */
export const browserApi = callWith({});

/** The same for as long as a navigation lasts: its calls end where the reader goes elsewhere. */
export const apiUntil = (signal: AbortSignal): Api => callWith({}, signal);

/** The same for a creating call: however often it is sent with this key, it has one effect. */
export const apiOnce = (key: string): Api => callWith({ 'idempotency-key': key });
