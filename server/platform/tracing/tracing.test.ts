import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWork } from '../../../tests/at-work.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { readSettings } from '../settings.ts';
import { startTracing } from './start-tracing.ts';
import { inSpan, isTracing, summarize } from './tracing.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code: number };
}

/** A collector of spans, as others write them: it takes OTLP over HTTP. */
let collector: Server;
const received: { path: string | undefined; authorization: string | undefined; body: string }[] = [];
let world: World;
let stopTracing: () => Promise<void>;
let answers = 200;

beforeAll(async () => {
  collector = createServer(async (request, reply) => {
    const { url, headers } = request;
    received.push({ path: url, authorization: headers.authorization, body: await text(request) });
    reply.writeHead(answers, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  const { port } = collector.address() as AddressInfo;
  process.env.OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Bearer%20collector-secret';
  process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment.name=trial';
  const { tracing } = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` });
  stopTracing = await startTracing(tracing!, { version: '1.2.3', log: pino({ level: 'silent' }) });
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(async () => {
  await world.close();
  await stopTracing();
  collector.close();
});

const spans = (): SentSpan[] =>
  received.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((one: { scopeSpans: { spans: SentSpan[] }[] }) =>
      one.scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
const of = (requestId: unknown) => spans().find((span) => attributesOf(span)['holoholo.request_id'] === requestId);

test('a request, its statements, a job and its mail are told to the collector, and nothing of anybody', {
  timeout: 60_000,
}, async () => {
  const { code } = await world.aCode();
  const stopWork = await startWork(world);
  const scan = await world.call('POST /api/qr/scan', {
    body: { qr_code_id: code },
    headers: { 'user-agent': 'canary-agent' },
  });
  const lost = await world.call('GET /canary-path');
  const asked = await world.call('GET /api/business-listings/424242?search=canary-words');
  await world.call('POST /api/auth/magic-link', { body: { email: 'canary@person.example' } });
  await expect.poll(() => spans().some(({ name }) => name === 'mail'), { timeout: 40_000 }).toBe(true);
  await stopWork();

  expect(scan.status).toBe(200);
  await expect.poll(() => of(scan.headers['x-request-id']), { timeout: 20_000 }).toBeDefined();
  const request = of(scan.headers['x-request-id'])!;
  expect(request.name).toBe('POST /api/qr/scan');
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/qr/scan',
    'http.response.status_code': 200,
    'holoholo.request_id': scan.headers['x-request-id'],
  });
  await expect.poll(() => of(asked.headers['x-request-id']), { timeout: 20_000 }).toBeDefined();
  expect(attributesOf(of(asked.headers['x-request-id'])!)).toMatchObject({
    'http.route': '/api/business-listings/:id',
    'holoholo.request_id': asked.headers['x-request-id'],
  });
  const statements = spans().filter(({ parentSpanId }) => parentSpanId === request.spanId);
  expect(statements.every(({ traceId }) => traceId === request.traceId)).toBe(true);
  const names = statements.map(({ name }) => name);
  expect(
    names.some((name) => /INSERT scans/.test(name)),
    names.join(', '),
  ).toBe(true);
  expect(of(lost.headers['x-request-id'])!.name).toBe('unknown');

  const job = spans().find(({ name }) => name === 'job sign-in-mail')!;
  expect(attributesOf(job)).toMatchObject({ 'messaging.destination.name': 'sign-in-mail' });
  expect(spans().find(({ name }) => name === 'mail')!.parentSpanId).toBe(job.spanId);

  const [{ path, authorization, body }] = received as [(typeof received)[number]];
  expect([path, authorization]).toEqual(['/v1/traces', 'Bearer collector-secret']);
  expect(body).toContain('"trial"');
  expect(body).toContain('"1.2.3"');
  const all = received.map((one) => one.body).join('\n');
  for (const secret of [
    'canary',
    '424242',
    'person.example',
    code,
    'collector-secret',
    '127.0.0.1',
    String(scan.cookies.visit),
  ])
    expect(all.includes(secret), secret).toBe(false);
});

test('of what fails its kind is told, and none of its words', { timeout: 30_000 }, async () => {
  const given = { kind: 'CONSUMER', attributes: {}, isRoot: true } as const;
  const misread = () => sql`select ${'canary of a value'}::text::integer`.execute(world.db);
  const thrown = () => Promise.reject(new RangeError('canary of an error'));
  await expect(inSpan({ ...given, name: 'misread' }, misread)).rejects.toThrow('canary');
  await expect(inSpan({ ...given, name: 'thrown' }, thrown)).rejects.toThrow('canary');
  const named = (name: string) => spans().find((span) => span.name === name);
  await expect.poll(() => named('thrown'), { timeout: 20_000 }).toBeDefined();
  const [first, second] = [named('misread')!, named('thrown')!];
  const statement = spans().find(({ parentSpanId }) => parentSpanId === first.spanId)!;
  const kinds = [statement, first, second].map((span) => [span.status.code, attributesOf(span)['error.type']]);
  expect(kinds).toEqual([
    [2, '22P02'],
    [2, '22P02'],
    [2, 'RangeError'],
  ]);
  expect(received.map(({ body }) => body).join('\n')).not.toContain('canary');
});

test('a collector that takes nothing is no matter of the visitor', { timeout: 30_000 }, async () => {
  answers = 400;
  const { code } = await world.aCode();
  expect((await world.call('POST /api/qr/scan', { body: { qr_code_id: code } })).status).toBe(200);
  const before = received.length;
  await stopTracing();
  expect(received.length).toBeGreaterThan(before);
  expect(isTracing()).toBe(false);
});

test.each([
  ['select "id" from "users" where "id" = $1', 'SELECT users'],
  ['insert into "audit"."entries" ("a") values ($1)', 'INSERT audit.entries'],
  ['with found as (select 1 from qr_codes) insert into scans select 1 from found', 'INSERT scans'],
  [
    'with a as (insert into visits values ($1)), b as (insert into scans values ($2)) select 1',
    'INSERT visits INSERT scans',
  ],
  ['insert into upkeep values ($1) on conflict (task) do update set a = $2', 'INSERT upkeep'],
  ['select "id" from "jobs" where id = $1 for update', 'SELECT jobs'],
  ['update only listings set x = $1', 'UPDATE listings'],
  ['delete from saved', 'DELETE saved'],
  ['begin', 'BEGIN'],
])('%s is told of as %s', (statement, name) => {
  expect(summarize(statement)['db.query.summary']).toBe(name);
});

test.each([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318' }, { url: 'http://otel:4318/v1/traces', share: 1 }],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://otel/t' }, { url: 'http://otel/t', share: 1 }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318', OTEL_SDK_DISABLED: 'true' }, undefined],
  [
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    },
    { url: 'http://otel:4318/v1/traces', share: 0.1 },
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'otel:4317', OTEL_SDK_DISABLED: 'True' }, undefined],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel', OTEL_TRACES_SAMPLER: 'ALWAYS_ON', OTEL_TRACES_SAMPLER_ARG: 'x=1' },
    { url: 'http://otel/v1/traces', share: 1 },
  ],
])('%o leads to %o', (environment, expected) => {
  expect(readSettings(environment).tracing).toEqual(expected);
});

// What is set for a whole machine, for others.
test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL should be http/json'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }, 'OTEL_EXPORTER_OTLP_PROTOCOL should be http/json'],
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER should be one of always_on, '],
  [
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
    'OTEL_TRACES_SAMPLER_ARG should be a share between 0 and 1',
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'otel:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT should be an address with http or https'],
])('%o stops nothing, and is told of only where spans are to be sent', (environment, problem) => {
  const { tracing, tracingProblem } = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel', ...environment });
  expect([tracing, tracingProblem]).toEqual([undefined, expect.stringContaining(problem)]);
  const silent = { ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: '' };
  for (const given of [silent, { ...environment, OTEL_SDK_DISABLED: 'true' }])
    expect(readSettings(given)).toMatchObject({ tracing: undefined, tracingProblem: undefined });
});
