import * as batches from '../../../contract/location-batches.ts';
import type { KeptPlace } from '../../../contract/locations.ts';
import * as endpoints from '../../../contract/locations.ts';
import * as orphans from '../../../contract/orphan-scans.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { counted, countedBefore } from '../../platform/idempotency.ts';
import { findAdvertiserChoices } from '../content/content.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { workOf } from '../work/work.ts';
import { checkBatch, createBatch, getBatch, listBatches } from './batch.ts';
import { geocode } from './geocode.ts';
import { changeLocations, changeMatching, undoDeletion } from './location-changes.ts';
import { findPartnerChoices } from './locations.store.ts';
import {
  createLocation,
  deleteLocation,
  getLocation,
  listLocations,
  restoreLocation,
  updateLocation,
} from './locations.ts';
import { getOrphanScan, listOrphanScans, makeOrphanCode, resumeOrphanCode } from './orphans.ts';

export const locationsRoutes = [
  answer(endpoints.listLocations, ({ query }, ctx) => listLocations(ctx.db, ctx.clock.now(), query)),

  answer(endpoints.getLocation, ({ params }, ctx) => getLocation(ctx.db, ctx.clock.now(), params.id)),

  answer(
    endpoints.createLocation,
    async ({ body }, ctx) => {
      const place = await createLocation(ctx.db, ctx.clock.now(), actorOf(ctx), body);
      ctx.made(String(place.id));
      return place;
    },
    async (_input, ctx, { reference }) => {
      const { history: _, ...place } = await getLocation(ctx.db, ctx.clock.now(), Number(reference));
      return place;
    },
  ),

  answer(endpoints.updateLocation, ({ params, body }, ctx) =>
    updateLocation(ctx.db, ctx.clock.now(), actorOf(ctx), params.id, body),
  ),

  answer(endpoints.deleteLocation, ({ params }, ctx) =>
    deleteLocation(ctx.db, ctx.clock.now(), actorOf(ctx), params.id),
  ),

  answer(endpoints.restoreLocation, ({ params }, ctx) =>
    restoreLocation(ctx.db, ctx.clock.now(), actorOf(ctx), params.id),
  ),

  answer(
    endpoints.changeLocations,
    async ({ body: { ids, action } }, ctx) =>
      counted(ctx, await changeLocations(ctx.db, ctx.clock.now(), actorOf(ctx), ids, action)),
    countedBefore<{ changed: number; left_out: number; kept: KeptPlace[] }>,
  ),

  answer(
    endpoints.changeMatchingLocations,
    async ({ body }, ctx) => {
      const id = await changeMatching(ctx, ctx.clock.now(), actorOf(ctx), body);
      ctx.made(id);
      return await workOf(ctx, id);
    },
    (_input, ctx, { reference }) => workOf(ctx, reference),
  ),

  answer(
    endpoints.undoLocationDeletion,
    async ({ body }, ctx) => {
      const id = await undoDeletion(ctx, ctx.clock.now(), actorOf(ctx), body.work);
      ctx.made(id);
      return await workOf(ctx, id);
    },
    (_input, ctx, { reference }) => workOf(ctx, reference),
  ),

  answer(endpoints.getLocationEditor, async (_input, { db, settings }) => ({
    partners: await findPartnerChoices(db),
    advertisers: await findAdvertiserChoices(db),
    tiles: settings.mapTiles,
    has_geocoder: settings.geocoder !== undefined,
  })),

  answer(endpoints.geocodeLocation, ({ body }, ctx) => ctx.elsewhere(() => geocode(ctx.settings, body.address))),

  answer(orphans.listOrphanScans, ({ query }, ctx) => listOrphanScans(ctx, ctx.clock.now(), query)),

  answer(orphans.getOrphanScan, ({ params }, ctx) => getOrphanScan(ctx, ctx.clock.now(), params.code)),

  answer(orphans.makeOrphanCode, ({ params, body }, ctx) =>
    makeOrphanCode(ctx, ctx.clock.now(), actorOf(ctx), params.code, body.location_id),
  ),

  answer(orphans.resumeOrphanCode, ({ params }, ctx) =>
    resumeOrphanCode(ctx, ctx.clock.now(), actorOf(ctx), params.code),
  ),

  answer(batches.checkLocationBatch, ({ body }, ctx) => checkBatch(ctx, body)),

  answer(
    batches.createLocationBatch,
    async ({ body }, ctx) => {
      // As where a partner's limit is set by itself.
      if (body.raise_limits.length > 0) await requireStepUp(ctx);
      const id = await createBatch(ctx, body);
      ctx.made(String(id));
      return await getBatch(ctx.db, ctx.clock.now(), id);
    },
    (_input, ctx, { reference }) => getBatch(ctx.db, ctx.clock.now(), Number(reference)),
  ),

  answer(batches.listLocationBatches, ({ query }, ctx) => listBatches(ctx.db, ctx.clock.now(), query)),

  answer(batches.getLocationBatch, ({ params }, ctx) => getBatch(ctx.db, ctx.clock.now(), params.id)),
];
