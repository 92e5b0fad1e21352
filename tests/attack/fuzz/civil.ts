import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { type ErrorCode, errors, universalErrors } from '../../../contract/errors.ts';
import { readyz } from '../../../contract/operations.ts';
import { commonHeaders } from '../../../server/platform/http/security-headers.ts';
import { refusalKeys } from '../../refusal-shape.ts';

/** An answer as it came. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  milliseconds: number;
}

/** Words that only our insides use. */
const leaks =
  /\bat .*\.(ts|js|mjs):\d|node_modules|file:\/\/|insert into|syntax error|pg_\w|violates|constraint "|ECONN|ENOENT|ZodError|TypeError|is not a function/;

const common = Object.entries(commonHeaders(false));

/** Every check of readiness when the machine's disk is full, the one thing that no request can cause and no server mend. */
const fullDisk = { status: 'not ready', checks: { database: true, migrations: true, disk: false, accepting: true } };

/** What counts as well answered although its status is above 500. */
export const isFullDisk = ({ path, takes }: Endpoint, { status, text }: Pick<Answer, 'status' | 'text'>) =>
  (path === readyz.path && status === 503 && isDeepStrictEqual(parsed(text), fullDisk)) ||
  (takes !== undefined && status === errors.no_room.status && (parsed(text) as { code?: string })?.code === 'no_room');

/** What is wrong with an answer, in words; nothing where it is as the contract promises. */
export function complaintsAbout(
  answer: Answer,
  endpoint: Endpoint | undefined,
  { method, slowest }: { method: string; slowest: number },
): string[] {
  const { status, headers, text, milliseconds } = answer;
  const complaints: string[] = [];
  const must = (holds: boolean, what: string) => void (holds || complaints.push(what));
  if (status === 0) return ['no answer'];
  const isExcused = endpoint !== undefined && isFullDisk(endpoint, answer);
  must(status < 500 || isExcused, `status ${status}`);
  for (const [name, value] of common) must(headers[name] === value, `header ${name}: ${headers[name]}`);
  for (const name of ['content-security-policy', 'cache-control', 'x-request-id'])
    must(typeof headers[name] === 'string' && headers[name] !== '', `no header ${name}`);
  must(milliseconds < slowest, `took ${Math.round(milliseconds)} ms`);
  if (status === 429 || status === 503) must(/^\d+$/.test(String(headers['retry-after'])), 'no time to wait');
  if (method === 'HEAD') return complaints;
  if (status >= 400 && !isExcused) complaints.push(...complaintsAboutRefusal(answer, endpoint));
  else if (status === 304 || status === 302) must(text === '' || status === 302, 'a body where there is none');
  else if (endpoint) complaints.push(...complaintsAboutSuccess(answer, endpoint));
  return complaints;
}

function complaintsAboutRefusal({ status, headers, text }: Answer, endpoint: Endpoint | undefined): string[] {
  const body = parsed(text) as { code?: ErrorCode; error?: string; request_id?: string; fields?: unknown } | undefined;
  if (headers['content-type'] !== 'application/json; charset=utf-8') return [`content type ${headers['content-type']}`];
  if (!body || !isDeepStrictEqual(refusalKeys(body), ['code', 'error', 'request_id'])) return ['no error shape'];
  const { code, error, request_id, fields } = body;
  const complaints: string[] = [];
  // Headers that are too large are refused by HTTP's own number, before anybody knows the endpoint.
  const isTooManyHeaders = status === 431 && code === 'payload_too_large';
  if (!code || (errors[code]?.status !== status && !isTooManyHeaders)) complaints.push(`${status} with code ${code}`);
  const declared: readonly unknown[] = [...universalErrors, ...(endpoint?.errors ?? [])];
  if (endpoint && !declared.includes(code)) complaints.push(`${code} is not declared`);
  if (typeof error !== 'string' || error === '' || leaks.test(error + JSON.stringify(fields ?? '')))
    complaints.push(`words: ${error}`);
  if (request_id !== headers['x-request-id']) complaints.push('another request id than in the header');
  return complaints;
}

const contentTypes = {
  json: ['application/json; charset=utf-8'],
  html: ['text/html; charset=utf-8'],
  binary: [
    'image/svg+xml; charset=utf-8',
    'image/png',
    'text/calendar; charset=utf-8',
    'text/csv; charset=utf-8',
    'application/pdf',
    'application/json; charset=utf-8',
  ],
  redirect: [],
  text: ['text/plain; version=0.0.4; charset=utf-8'],
} as const;

function complaintsAboutSuccess({ status, headers, text }: Answer, endpoint: Endpoint): string[] {
  const { replyKind: declared = 'json' } = endpoint;
  const isFile = headers['content-type'] !== contentTypes.json[0];
  const kind = declared !== 'binary-or-json' ? declared : isFile ? 'binary' : 'json';
  const complaints: string[] = [];
  // What was there already is changed or told again: a 200 where a first call is a 201.
  if (![200, endpoint.status ?? 200].includes(status) && !isFullDisk(endpoint, { status, text }))
    complaints.push(`status ${status} is not declared`);
  if (!(contentTypes[kind] as readonly unknown[]).includes(headers['content-type']))
    complaints.push(`content type ${headers['content-type']}`);
  if (kind !== 'json') return complaints;
  const body = parsed(text);
  const reply = endpoint.reply.safeParse(body);
  if (!reply.success) complaints.push(`not as declared: ${JSON.stringify(reply.error.issues[0])}`);
  else if (!isDeepStrictEqual(reply.data, body)) complaints.push('more than is declared');
  return complaints;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
