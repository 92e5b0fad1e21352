import { isDemoCode } from '../../../contract/code-form.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { codeImage, recordScan as recordScanEndpoint } from '../../../contract/scanning.ts';
import type { Position } from '../../platform/distance.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { viewerOf } from '../listings/listings.ts';
import { lookOf } from '../places/places.ts';
import { qrImage } from './qr-image.ts';
import {
  codeUrl,
  findCode,
  keptPlaceOf,
  presentDemoScan,
  presentScan,
  scanForRequest,
  storedCode,
} from './scanning.ts';

/** Degrees of a position with three decimals, some hundred meters: enough to tell that a code is far from its place. */
const coarse = (position: string) => position.replace(/(\.\d{3})\d+/g, '$1');

/** What is kept of the device; where it was, coarsely and only of visitors who have not asked for privacy. */
function deviceOf({ device_info, scan_timestamp }: Input<typeof recordScanEndpoint>['body'], isPrivate: boolean) {
  if (!device_info) return null;
  const { type, userAgent, location } = device_info;
  return { type, userAgent, at: scan_timestamp, ...(location && !isPrivate && { location: coarse(location) }) };
}

/** A position in degrees, as pages write it; null for anything else. */
function positionOf(location: string | null | undefined): Position | null {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d{1,9})?),(-?\d{1,3}(?:\.\d{1,9})?)$/.exec(location ?? '') ?? [];
  const position = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180 ? position : null;
}

export const scanningRoutes = [
  answer(
    recordScanEndpoint,
    async ({ body }, ctx) => {
      const viewer = viewerOf(ctx);
      if (isDemoCode(body.qr_code_id)) return await presentDemoScan(ctx.db, body.qr_code_id, viewer, lookOf(ctx));
      const code = storedCode(body.qr_code_id);
      const kept = keptPlaceOf(code, viewer);
      const result = await scanForRequest(ctx, {
        code,
        source: 'scanner',
        device: deviceOf(body, ctx.privacySignal),
        position: ctx.privacySignal ? null : positionOf(body.device_info?.location),
        landing: null,
        withPlace: true,
        knownPlace: kept?.digest,
      });
      return await presentScan(result, kept, viewer, lookOf(ctx));
    },
    'handler',
  ),
  answer(codeImage, async ({ params, query }, ctx) => {
    const found = await findCode(ctx.db, storedCode(params.qr_code_id));
    if (!found) throw new Refusal('code_unknown');
    const url = codeUrl(ctx.settings.publicUrl, found.location_id, found.code);
    ctx.setHeader('cache-control', 'public, max-age=3600');
    ctx.setHeader('content-type', query.format === 'svg' ? 'image/svg+xml; charset=utf-8' : 'image/png');
    const image = await qrImage(url, query.format, query.size, query.dpi);
    ctx.setHeader('etag', image.etag);
    if (!ctx.headers['if-none-match']?.includes(image.etag)) return image.bytes;
    ctx.setStatus(304);
    return Buffer.alloc(0);
  }),
];
