import { AsyncLocalStorage } from 'node:async_hooks';
import type * as Api from '@opentelemetry/api';

// Spans hold names of ours alone: routes, tables, queues, codes of errors. Nothing that was sent, asked for or stored is in them.

export type SpanAttributes = Readonly<Record<string, string | number>>;
type Kind = 'SERVER' | 'CLIENT' | 'CONSUMER';

/** What OpenTelemetry is reached by; undefined unless its settings are given, and then nothing is measured. */
interface Tracing {
  api: typeof Api;
  tracer: Api.Tracer;
}
let tracing: Tracing | undefined;
const current = new AsyncLocalStorage<Api.Span>();

/** Where spans go from now on; without it nowhere. */
export function setTracing(given: Tracing | undefined): void {
  tracing = given;
}

/** Whether spans are measured; asked once, where something is only to be set up for that. */
export const isTracing = (): boolean => tracing !== undefined;

/** A span that was begun. */
export interface OpenSpan {
  /** Runs work as part of it: spans that are begun there lie within. */
  within<T>(work: () => T): T;
  /** Ends it. @param failure what went wrong, of which its kind is told and no more */
  end(attributes?: SpanAttributes, failure?: { name?: string; code?: unknown } | undefined): void;
}

/** Begins a span; undefined where none is measured. @param isRoot begins a trace of its own */
export function openSpan(name: string, kind: Kind, attributes: SpanAttributes, isRoot = false): OpenSpan | undefined {
  if (!tracing) return undefined;
  const { api, tracer } = tracing;
  const parent = isRoot ? undefined : current.getStore();
  const context = parent ? api.trace.setSpan(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT;
  const span = tracer.startSpan(name, { kind: api.SpanKind[kind], attributes }, context);
  return {
    within: (work) => current.run(span, work),
    end: (more = {}, failure) => {
      span.setAttributes(more);
      if (failure) {
        const type = typeof failure.code === 'string' ? failure.code : (failure.name ?? 'error');
        span.setAttribute('error.type', type).setStatus({ code: api.SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** Does work within a span of its own. */
export async function inSpan<T>(
  { name, kind, attributes, isRoot }: { name: string; kind: Kind; attributes: SpanAttributes; isRoot?: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const span = openSpan(name, kind, attributes, isRoot);
  if (!span) return await work();
  try {
    const done = await span.within(work);
    span.end();
    return done;
  } catch (error) {
    span.end({}, error as Error);
    throw error;
  }
}

/** Begins the span of a statement, as part of what asks for it; what asks for nothing in particular, as a poll, has none. */
export function openStatement(statement: unknown): OpenSpan | undefined {
  // Work that goes on after what began it, as a timer does, is not part of it.
  if (!current.getStore()?.isRecording()) return undefined;
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  if (typeof text !== 'string') return undefined;
  const attributes = describe(text);
  return openSpan(String(attributes['db.query.summary']), 'CLIENT', attributes);
}

const described = new Map<string, SpanAttributes>();
/** As many as there are named statements; what is beyond is read again each time. */
const mostDescribed = 500;

function describe(text: string): SpanAttributes {
  const known = described.get(text);
  if (known) return known;
  const found = summarize(text);
  if (described.size < mostDescribed) described.set(text, found);
  return found;
}

const changes =
  /(?<!\bfor\s+|\bdo\s+|\bkey\s+)\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?([a-z_]+)"?(?:\."?([a-z_]+)"?)?/gi;
const reads = /\bfrom\s+(?:only\s+)?"?([a-z_]+)"?(?:\."?([a-z_]+)"?)?/i;
/** Of a statement that changes more, the rest is left out. */
const mostChanges = 4;

/** What a statement changes, or else what it reads first: verbs and tables. Its text itself may hold values. */
export function summarize(text: string): SpanAttributes {
  const tableOf = (first = '', second = '') => (second ? `${first}.${second}` : first).toLowerCase();
  const changed = [...text.matchAll(changes)].map(([, verb, ...name]) => ({
    operation: verb!.split(/\s/)[0]!.toUpperCase(),
    table: tableOf(...name),
  }));
  const [, first, second] = reads.exec(text) ?? [];
  const verb = (/^\s*([a-z]+)/i.exec(text)?.[1] ?? 'statement').toUpperCase();
  const parts = changed.length
    ? changed
    : [{ operation: verb === 'WITH' ? 'SELECT' : verb, table: tableOf(first, second) }];
  const words = [...new Set(parts.map(({ operation, table }) => `${operation} ${table}`.trim()))];
  const [{ operation, table } = { operation: verb, table: '' }] = parts;
  return {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table && { 'db.collection.name': table }),
    'db.query.summary': words.slice(0, mostChanges).join(' '),
  };
}
