import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress, lookUpAllowed } from '../../platform/public-address.ts';

/** What came instead of an answer. */
export type NoAnswer = 'no_host' | 'no_answer' | 'too_slow' | 'not_secure' | 'not_public' | 'redirects' | 'unreachable';

/** An HTTP status, as the last address answered it, or what came instead. */
export type LinkAnswer = number | NoAnswer;

export interface AskOptions {
  /** Who asks, as servers are told. */
  userAgent: string;
  signal: AbortSignal;
  deadlineMs?: number;
  /** Which addresses may be connected to. */
  isAllowed?: (address: string) => boolean;
}

const usualDeadlineMs = 10_000;
const mostRedirects = 10;

class Unanswered extends Error {
  readonly answer: NoAnswer;
  constructor(answer: NoAnswer) {
    super(answer);
    this.answer = answer;
  }
}

/**
 * Asks whether there is anything at a link, by HEAD, and by GET where that is refused; of an answer no more than its head is read. Every
 * address on the way is looked up once, and connected to only where it is public: what a name stands for a moment later is not asked.
 * Never throws, but for the reason of `signal`.
 */
export async function askLink(
  url: string,
  { deadlineMs = usualDeadlineMs, ...given }: AskOptions,
): Promise<LinkAnswer> {
  const late = AbortSignal.timeout(deadlineMs);
  const options = { ...given, signal: AbortSignal.any([given.signal, late]) };
  // Some servers answer a HEAD with nothing at all, at once or for ever.
  const heading = { ...options, signal: AbortSignal.any([options.signal, AbortSignal.timeout(deadlineMs / 2)]) };
  try {
    const status = await follow('HEAD', url, heading).catch((error: Error) => {
      if (error instanceof Unanswered || options.signal.aborted) throw error;
      return 405;
    });
    return status < 400 ? status : await follow('GET', url, options);
  } catch (error) {
    given.signal.throwIfAborted();
    if (late.aborted) return 'too_slow';
    return error instanceof Unanswered ? error.answer : failureOf(error as NodeJS.ErrnoException);
  }
}

type Method = 'HEAD' | 'GET';
type Asking = Omit<AskOptions, 'deadlineMs'>;

async function follow(method: Method, url: string, options: Asking): Promise<number> {
  for (let at = new URL(url), turn = 0; ; turn++) {
    if (turn > mostRedirects) throw new Unanswered('redirects');
    const { statusCode = 0, headers } = await ask(method, at, options);
    if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return statusCode;
    if (!URL.canParse(headers.location, at.href)) throw new Unanswered('redirects');
    at = new URL(headers.location, at);
    if (!/^https?:$/.test(at.protocol) || at.username || at.password) throw new Unanswered('redirects');
  }
}

/** The head of one answer; its connection ends with it. */
function ask(
  method: Method,
  url: URL,
  { userAgent, signal, isAllowed = isPublicAddress }: Asking,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isAllowed(host)) throw new Unanswered('not_public');
  const lookup = lookUpAllowed(isAllowed, () => new Unanswered('not_public'));
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'http:' ? http : https;
    const headers = { 'user-agent': userAgent, accept: 'text/html,*/*;q=0.5' };
    const asked = request(url, { method, headers, lookup, signal, agent: false }, (answer) => {
      answer.on('error', () => {});
      answer.destroy();
      resolve(answer);
    });
    asked.on('error', reject);
    // All that comes where the server changes to another protocol.
    asked.on('close', () => reject(new Unanswered('no_answer')));
    asked.end();
  });
}

function failureOf({ code = '' }: NodeJS.ErrnoException): NoAnswer {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'no_host';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return 'not_secure';
  return code === 'ECONNRESET' || code.startsWith('HPE_') ? 'no_answer' : 'unreachable';
}

/** Whether nobody who follows the link finds anything. A server that keeps programs out tells nothing of what people see. */
export const isFailure = (answer: LinkAnswer): boolean =>
  typeof answer !== 'number' || (answer >= 400 && ![401, 403, 405, 406, 429].includes(answer));

/** Whether it says of itself that it will not come back. */
export const isGone = (answer: LinkAnswer): boolean => answer === 404 || answer === 410;
