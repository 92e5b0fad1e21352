import type { Context } from '../../platform/context.ts';
import { type DeviceClass, deviceClassOf } from '../../platform/http/device-class.ts';
import { hashNetwork } from './network-keys.ts';

/** What a scan's request says of where it came from, as it is kept with the scan. */
export interface ScanOrigin {
  /** The header `Sec-Fetch-Site`; null where the browser states none. */
  fetchSite: string | null;
  /** Tells scans of one network from others within a month; null of visitors who ask for privacy. */
  networkHash: Buffer | null;
  deviceClass: DeviceClass;
}

const sites = ['none', 'same-origin', 'same-site', 'cross-site'];

/** Reads where a scan comes from. */
export async function scanOriginOf(
  ctx: Pick<Context, 'headers' | 'network' | 'userAgent' | 'privacySignal' | 'db' | 'clock'>,
): Promise<ScanOrigin> {
  const stated = String(ctx.headers['sec-fetch-site']);
  return {
    fetchSite: sites.includes(stated) ? stated : null,
    networkHash: ctx.privacySignal ? null : await hashNetwork(ctx.db, ctx.clock.now(), ctx.network),
    deviceClass: deviceClassOf(ctx.userAgent),
  };
}
