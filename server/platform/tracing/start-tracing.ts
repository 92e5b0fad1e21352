import { hostname } from 'node:os';
import * as api from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import { logSparingly } from '../http/sparing-log.ts';
import type { TracingSettings } from '../upkeep-settings.ts';
import { setTracing } from './tracing.ts';

/** What was not taken by then stays behind when the process stops, in milliseconds. */
const flushLimit = 1_000;

/**
 * Has spans sent to where OpenTelemetry's settings say. Loaded only then: it takes memory and time. What its library reads of the
 * environment itself are headers, certificates, times, and attributes of the resource.
 * @returns sends what is left, and ends it
 */
export async function startTracing(
  { url, share }: TracingSettings,
  about: { version: string; log: FastifyBaseLogger },
): Promise<() => Promise<void>> {
  const tell = (reason: string) =>
    logSparingly(about.log, 'tracing', 'warn', { reason: reason.slice(0, 200) }, 'spans were not taken');
  const silent = () => {};
  api.diag.setLogger(
    { error: tell, warn: tell, info: silent, debug: silent, verbose: silent },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const own = {
    'service.name': 'holoholo',
    'service.version': about.version,
    'service.instance.id': `${hostname()}:${process.pid}`,
  };
  const provider = new TracerProvider({
    // What the environment says of the service goes before what we say.
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: share === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(share),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  setTracing({ api, tracer: provider.getTracer('holoholo', about.version) });
  return async () => {
    setTracing(undefined);
    const given = Promise.withResolvers<void>();
    const timer = setTimeout(given.resolve, flushLimit);
    await Promise.race([provider.shutdown().catch(() => {}), given.promise]);
    clearTimeout(timer);
  };
}
