import type { Endpoint } from '../../../contract/endpoint.ts';
import { apiDocs, healthz, licences, metrics, openapi, readyz } from '../../../contract/operations.ts';
import type { Db } from '../../platform/database/database.ts';
import { shippedMigrations } from '../../platform/database/migrations.ts';
import { findFullDisk } from '../../platform/disk.ts';
import { guardReply } from '../../platform/http/guarded-reply.ts';
import { type Answered, answer } from '../../platform/http/http.ts';
import { openApiDocument } from '../../platform/http/openapi.ts';
import type { Settings } from '../../platform/settings.ts';
import { renderApiDocs } from './api-docs.ts';
import { keptFor } from './kept-for.ts';
import { renderLicences } from './licences.ts';
import { type Metrics, requireMetricsReader } from './metrics.ts';
import { writeAndReadBack } from './operations.store.ts';

/** For how long a result of the checks is reused. */
const readinessKeptMs = 1_000;

interface Deps {
  /** Connections that neither requests nor jobs use up, with short time-outs. */
  db: Db;
  settings: Settings;
  contract: readonly Endpoint[];
  isDraining: () => boolean;
  exposed: Metrics;
}

/** Health, metrics and the contract's own description. */
export function operationsRoutes({ db, settings, contract, isDraining, exposed }: Deps): Answered[] {
  const document = guardReply(openapi, openApiDocument(contract, settings.productName, settings.publicUrl));
  const docs = renderApiDocs(contract, settings.productName);
  const checks = keptFor(readinessKeptMs, async () => ({
    ...(await checkDatabase(db)),
    disk: !(await findFullDisk(settings.dataDir)),
  }));
  // Who asks while it is gathered shares it.
  let licencePage: ReturnType<typeof renderLicences> | undefined;
  const readMetrics = keptFor(0, () => exposed.read());
  return [
    answer(healthz, () => ({ status: 'ok' as const })),
    answer(readyz, async (_input, ctx) => {
      const found = { ...(await checks()), accepting: !isDraining() };
      const ready = Object.values(found).every(Boolean);
      if (!ready) ctx.setStatus(503);
      return { status: ready ? ('ready' as const) : ('not ready' as const), checks: found };
    }),
    answer(metrics, async (_input, ctx) => {
      requireMetricsReader(ctx);
      ctx.setHeader('content-type', exposed.contentType);
      return await readMetrics();
    }),
    answer(openapi, () => document),
    answer(apiDocs, (_input, ctx) => {
      ctx.setHeader('content-security-policy', docs.policy);
      return docs.html;
    }),
    answer(licences, (_input, ctx) => {
      // Read with the first who asks: hardly anybody does.
      licencePage ??= renderLicences(settings.productName);
      ctx.setHeader('content-security-policy', licencePage.policy);
      ctx.setHeader('cache-control', 'public, max-age=86400');
      return licencePage.html;
    }),
  ];
}

/** The database, as far as readiness goes; all false when it cannot be asked. */
async function checkDatabase(db: Db) {
  try {
    const names = await writeAndReadBack(db);
    return {
      database: true,
      migrations: shippedMigrations().every((name) => names.has(name)),
    };
  } catch {
    return { database: false, migrations: false };
  }
}
