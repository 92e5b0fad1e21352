import type { Answer } from '../../../../contract/endpoint.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import type { listQrCodes, QrCode } from '../../../../contract/qr-codes.ts';
import type { QrRequest } from '../../../../contract/qr-requests.ts';
import { deskLoader } from '../../desk/desk-loader.ts';
import { portalSamples as samples } from '../../messages/en/portal-desk.ts';
import { noneIfAway } from '../../none-if-away.ts';

/** A code as the list has it. */
export type CodeLine = QrCode & { id: string };

export interface CodesData {
  codes: readonly CodeLine[];
  limit: number;
  /** Null where they cannot be had now, while the codes can. */
  requests: readonly QrRequest[] | null;
  /** All of its own, by name. */
  places: Answer<typeof listQrCodes>['places'];
  partnerId: string;
  permissions: readonly Permission[];
}

const codes: readonly CodeLine[] = [
  { label: samples.desk, scan_count: 128, last_scanned_at: '2026-01-31' },
  { label: samples.breakfast, scan_count: 54, last_scanned_at: '2026-01-30' },
].map((one, at) => ({
  ...one,
  id: `example-${at}`,
  qr_code_id: `example-${at}`,
  ...{ location_id: 0, location_name: samples.place, location_description: samples.description, qr_image_url: '' },
  status: 'active' as const,
  ...{ replaced_by: null, created_at: '2026-01-01T20:00:00Z', alerts: [] },
}));
/** None of it opens, and nothing can be asked for with it. */
const sample: CodesData = {
  ...{ codes, limit: 10, requests: [], places: [], partnerId: '', permissions: [] },
};
const fallback = { name: 'qr-codes', version: 3, sample };

export const loadCodes = deskLoader(async (api): Promise<CodesData> => {
  const { owner_id: partnerId, permissions } = await api('GET /api/organisation');
  const params = { partnerId };
  const [{ codes, places, limit }, requests] = await Promise.all([
    api('GET /api/partner-portal/qr-codes/{partnerId}', { params }),
    api('GET /api/partner-portal/qr-requests/{partnerId}', { params }).catch(noneIfAway),
  ]);
  return {
    codes: codes.map((code) => ({ ...code, id: code.qr_code_id })),
    ...{ places, limit, requests, partnerId, permissions },
  };
}, fallback);
