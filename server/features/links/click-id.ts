import type { KeyObject } from 'node:crypto';
import { isSame, sign } from '../../platform/sessions/tokens.ts';

/** What a click id says: whose visit was shown which listing, when (to the minute). */
export interface Click {
  clickId: string;
  visitId: number;
  listingId: number;
  madeAt: Date;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const bodyBytes = 15;
const macBytes = 5;
const version = 1;

/**
 * A click id is made when a link is shown, without a write: version, visit, listing and minute with a keyed hash, 32 characters
 * of lower-case base32, which every platform's parameter admits. A platform's news about it can be traced though the click itself was never reported.
 */
export function newClickId(key: KeyObject, click: Omit<Click, 'clickId'>): string {
  const body = Buffer.alloc(bodyBytes);
  body.writeUInt8(version, 0);
  body.writeUIntBE(click.visitId, 1, 6);
  body.writeUInt32BE(click.listingId, 7);
  body.writeUInt32BE(Math.floor(click.madeAt.getTime() / 60_000), 11);
  return encode(Buffer.concat([body, sign(key, body).subarray(0, macBytes)]));
}

/** Reads a click id of ours; undefined for anything else. */
export function readClickId(clickId: string, keys: readonly KeyObject[]): Click | undefined {
  const bytes = decode(clickId);
  if (bytes?.length !== bodyBytes + macBytes || bytes[0] !== version) return undefined;
  const body = bytes.subarray(0, bodyBytes);
  const mac = bytes.subarray(bodyBytes);
  if (!keys.some((key) => isSame(sign(key, body).subarray(0, macBytes), mac))) return undefined;
  return {
    clickId,
    visitId: body.readUIntBE(1, 6),
    listingId: body.readUInt32BE(7),
    madeAt: new Date(body.readUInt32BE(11) * 60_000),
  };
}

function encode(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}

function decode(text: string): Buffer | undefined {
  if (!/^[0-9a-hjkmnp-tv-z]{32}$/.test(text)) return undefined;
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
