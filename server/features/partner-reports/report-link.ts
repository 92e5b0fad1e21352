import type { SubscribedReport } from '../../../contract/platform-reports.ts';
import { isSame, sign } from '../../platform/sessions/tokens.ts';
import { deriveKey, type Settings } from '../../platform/settings.ts';
import type { MemberId } from '../partner-settings/partner-settings.ts';

const dayMs = 86_400_000;
/** So long after its mail a link ends reports. */
export const linkDays = 396;
const version = 1;
/** What a link ends: these reports, and nothing else of whose they are. */
const kinds = { partner: 1, revenue: 2, performance: 3 } as const;
type Kind = keyof typeof kinds;
/** Where a partner's organisation stands, in the link of an administrator's report. */
const noOrganisation = '00000000-0000-0000-0000-000000000000';
const bodyBytes = 36;
const macBytes = 16;

type Keys = Pick<Settings, 'secretKeys'>;

const macOf = (secretKey: string, body: Buffer) =>
  sign(deriveKey(secretKey, 'report-link'), body).subarray(0, macBytes);
const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** A report of the platform, and the administrator to whom it is mailed. */
export interface SubscriptionId {
  userId: string;
  report: SubscribedReport;
}

/** What the link of a mail to a member holds: who may be spared these reports by it, and the day of the mail, with a keyed hash. */
export const newReportToken = (keys: Keys, member: MemberId, now: Date): string =>
  newToken(keys, 'partner', member, now);

/** The same of a mail to an administrator. */
export const newSubscriptionToken = (keys: Keys, { userId, report }: SubscriptionId, now: Date): string =>
  newToken(keys, report, { userId, organisationId: noOrganisation }, now);

function newToken({ secretKeys: [newest] }: Keys, kind: Kind, { organisationId, userId }: MemberId, now: Date): string {
  const body = Buffer.alloc(bodyBytes);
  body.writeUInt8(version, 0);
  body.writeUInt8(kinds[kind], 1);
  body.writeUInt16BE(Math.floor(now.getTime() / dayMs), 2);
  bytesOf(organisationId).copy(body, 4);
  bytesOf(userId).copy(body, 20);
  return Buffer.concat([body, macOf(newest, body)]).toString('base64url');
}

/** Reads a token of ours to a member that is not too old; undefined for anything else. */
export function readReportToken(keys: Keys, token: string, now: Date): MemberId | undefined {
  const { kind, ...member } = readToken(keys, token, now) ?? {};
  return kind === 'partner' ? (member as MemberId) : undefined;
}

/** The same of one to an administrator. */
export function readSubscriptionToken(keys: Keys, token: string, now: Date): SubscriptionId | undefined {
  const read = readToken(keys, token, now);
  if (!read || read.kind === 'partner' || read.organisationId !== noOrganisation) return undefined;
  return { userId: read.userId, report: read.kind };
}

function readToken({ secretKeys }: Keys, token: string, now: Date): (MemberId & { kind: Kind }) | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Exactly as it was made, so that there is one token and not several that read alike.
  if (bytes.length !== bodyBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const [body, mac] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)];
  if (!secretKeys.some((key) => isSame(macOf(key, body), mac))) return undefined;
  const kind = (Object.keys(kinds) as Kind[]).find((one) => kinds[one] === body[1]);
  if (body[0] !== version || !kind) return undefined;
  if (now.getTime() / dayMs - body.readUInt16BE(2) > linkDays) return undefined;
  return { kind, organisationId: uuidOf(body.subarray(4, 20)), userId: uuidOf(body.subarray(20, 36)) };
}
