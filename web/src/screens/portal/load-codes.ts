import type { Answer } from '../../../../contract/endpoint.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import type { listQrCodes, QrCode } from '../../../../contract/qr-codes.ts';
import type { QrRequest } from '../../../../contract/qr-requests.ts';
import { deskLoader } from '../../desk/desk-loader.ts';

/** A code as the list has it. */
export type CodeLine = QrCode & { id: string };

export interface CodesData {
  codes: readonly CodeLine[];
  /** How many count towards the limit. */
  used: Answer<typeof listQrCodes>['used'];
  limit: number;
  requests: readonly QrRequest[];
  /** The places of the codes there are, by name. */
  places: readonly { id: number; name: string }[];
  partnerId: string;
  permissions: readonly Permission[];
}

export const loadCodes = deskLoader(async (api): Promise<CodesData> => {
  const { owner_id: partnerId, permissions } = await api('GET /api/organisation');
  const params = { partnerId };
  const [{ codes, used, limit }, requests] = await Promise.all([
    api('GET /api/partner-portal/qr-codes/{partnerId}', { params }),
    api('GET /api/partner-portal/qr-requests/{partnerId}', { params }),
  ]);
  const places = new Map(codes.map((code) => [code.location_id, code.location_name]));
  return {
    codes: codes.map((code) => ({ ...code, id: code.qr_code_id })),
    ...{ used, limit, requests, partnerId, permissions },
    places: [...places].map(([id, name]) => ({ id, name })),
  };
});
