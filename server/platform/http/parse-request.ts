import type { Endpoint } from '../../../contract/endpoint.ts';
import type { FieldFault } from '../../../contract/errors.ts';
import { Refusal } from './refusal.ts';

const parts = ['params', 'query', 'body'] as const;
type Part = (typeof parts)[number];

/** What each part is called in words. */
const partNames = { params: 'path', query: 'query', body: 'body' };
/** More are not told; a form has fewer fields. */
const mostFaults = 50;
const longestPath = 100;

/**
 * A request's path, query and body as the endpoint declares them.
 * @throws Refusal `invalid_request` with every fault of all three, the first of them in its words.
 */
export function parseRequest(endpoint: Endpoint, raw: Partial<Record<Part, unknown>>): Partial<Record<Part, unknown>> {
  const input: Partial<Record<Part, unknown>> = {};
  const faults: FieldFault[] = [];
  for (const part of parts) {
    const parsed = endpoint[part]?.safeParse(part === 'query' ? (raw.query ?? {}) : raw[part]);
    if (parsed?.success) input[part] = parsed.data;
    for (const { path, code, message } of parsed?.error?.issues ?? []) {
      const whole = [partNames[part], ...path].map(String).join('.');
      faults.push({ path: whole.slice(0, longestPath), code: code ?? 'custom', message });
      if (faults.length === mostFaults) break;
    }
  }
  const [first] = faults;
  if (!first) return input;
  throw new Refusal('invalid_request', { detail: `${first.path}: ${first.message}` }).withFields(
    faults.slice(0, mostFaults),
  );
}
