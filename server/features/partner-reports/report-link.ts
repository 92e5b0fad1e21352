import { isSame, sign } from '../../platform/sessions/tokens.ts';
import { deriveKey, type Settings } from '../../platform/settings.ts';
import type { MemberId } from '../partner-settings/partner-settings.ts';

const dayMs = 86_400_000;
/** So long after its mail a link ends reports. */
export const linkDays = 396;
const version = 1;
/** What a link ends: these reports, and nothing else of the member's. */
const reportsOfPartners = 1;
const bodyBytes = 36;
const macBytes = 16;

type Keys = Pick<Settings, 'secretKeys'>;

const macOf = (secretKey: string, body: Buffer) =>
  sign(deriveKey(secretKey, 'report-link'), body).subarray(0, macBytes);
const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** What the link of a mail to a member holds: who may be spared these reports by it, and the day of the mail, with a keyed hash. */
export function newReportToken(
  { secretKeys: [newest] }: Keys,
  { organisationId, userId }: MemberId,
  now: Date,
): string {
  const body = Buffer.alloc(bodyBytes);
  body.writeUInt8(version, 0);
  body.writeUInt8(reportsOfPartners, 1);
  body.writeUInt16BE(Math.floor(now.getTime() / dayMs), 2);
  bytesOf(organisationId).copy(body, 4);
  bytesOf(userId).copy(body, 20);
  return Buffer.concat([body, macOf(newest, body)]).toString('base64url');
}

/** Reads a token of ours that is not too old; undefined for anything else. */
export function readReportToken({ secretKeys }: Keys, token: string, now: Date): MemberId | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Exactly as it was made, so that there is one token and not several that read alike.
  if (bytes.length !== bodyBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const [body, mac] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)];
  if (!secretKeys.some((key) => isSame(macOf(key, body), mac))) return undefined;
  if (body[0] !== version || body[1] !== reportsOfPartners) return undefined;
  if (now.getTime() / dayMs - body.readUInt16BE(2) > linkDays) return undefined;
  return { organisationId: uuidOf(body.subarray(4, 20)), userId: uuidOf(body.subarray(20, 36)) };
}
