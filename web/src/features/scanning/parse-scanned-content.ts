import { normalizeCode } from '../../../../contract/code-form.ts';

/**
 * What a scan tells us: a code, perhaps with hints about its place (the server's answer wins over them), or, from a link
 * to a place of our own that carries no code, only the place: worth opening, but no scan.
 */
export type ScannedContent =
  | { qr_code_id: string; location_id?: number; location_name?: string }
  | { qr_code_id?: undefined; location_id: number; location_name?: string };

export type ParsedScan = { ok: true; content: ScannedContent } | { ok: false };

/** What may come with a code. The name is not checked yet. */
type Hints = { place: number | null; name: unknown };

const maxBytes = 2048;
const maxLocationId = 2_147_483_647;
const maxNameLength = 200;
const invalid: ParsedScan = { ok: false };

/**
 * Reads what a camera decoded or a person typed: a link, JSON, or a bare code. Total: never throws, whatever it is given.
 * Links are only read, never followed. `ownHost` is this site's host with its port, as `location.host` gives it.
 */
export function parseScannedContent(raw: unknown, ownHost: string): ParsedScan {
  if (typeof raw !== 'string' || !isStorable(raw)) return invalid;
  if (new TextEncoder().encode(raw).length > maxBytes) return invalid;
  const text = raw.trim();
  if (text.startsWith('{')) return parseJson(text);
  if (/^https?:\/\//i.test(text)) return parseLink(text, ownHost);
  return toContent(normalizeCode(text), { place: null, name: null });
}

function parseLink(text: string, ownHost: string): ParsedScan {
  const url = parseUrl(text);
  if (url === null) return invalid;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const hints: Hints = {
    place: locationId(url.searchParams.get('location')) ?? placeOfPath(segments),
    name: url.searchParams.get('name'),
  };
  const codes = url.searchParams.getAll('qr').filter((value) => value !== '');
  if (codes.length > 1) return invalid;
  // A link that claims a code is as good as its code, on any site.
  if (codes[0] !== undefined) return toContent(normalizeCode(codes[0]), hints);
  if (url.host !== ownHost.toLowerCase()) return invalid;
  return toContent(normalizeCode(segments.at(-1) ?? ''), hints, { placeAlone: true });
}

/** Refuses user names, which only disguise the host, and tabs and line breaks, which URL parsers drop silently. */
function parseUrl(text: string): URL | null {
  if (hasControls(text)) return null;
  try {
    const url = new URL(text);
    return url.username === '' && url.password === '' ? url : null;
  } catch {
    return null;
  }
}

function parseJson(text: string): ParsedScan {
  let value: object;
  try {
    // What begins with a brace is an object or no JSON.
    value = JSON.parse(text);
  } catch {
    return invalid;
  }
  // A Map holds the text's own keys only, so neither prototypes nor a "__proto__" key play a part.
  const fields = new Map<string, unknown>(Object.entries(value));
  const code = fields.get('qr_code_id') ?? fields.get('id');
  if (typeof code !== 'string') return invalid;
  return toContent(normalizeCode(code), {
    place: locationId(fields.get('location_id')),
    name: fields.get('location_name') ?? fields.get('name'),
  });
}

function toContent(code: string | null, hints: Hints, { placeAlone = false } = {}): ParsedScan {
  if (typeof hints.name === 'string' && !isStorable(hints.name)) return invalid;
  const name = placeName(hints.name);
  const place = hints.place === null ? {} : { location_id: hints.place };
  if (code !== null) return { ok: true, content: { qr_code_id: code, ...place, ...name } };
  if (placeAlone && hints.place !== null) return { ok: true, content: { location_id: hints.place, ...name } };
  return invalid;
}

function placeOfPath(segments: string[]): number | null {
  return segments.length === 2 && segments[0] === 'location' ? locationId(segments[1]) : null;
}

/** Codes in JSON carry numbers or their digits; anything else is no hint at all. */
function locationId(value: unknown): number | null {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value))) return null;
  const id = Number(value);
  return Number.isInteger(id) && id >= 1 && id <= maxLocationId ? id : null;
}

/** A name is shown to people, so one that is too long or could disguise the text around it is left out. */
function placeName(value: unknown): { location_name?: string } {
  if (typeof value !== 'string') return {};
  const name = value.trim();
  const isShowable =
    name !== '' && name.length <= maxNameLength && !hasControls(name) && !/\p{Bidi_Control}/u.test(name);
  return isShowable ? { location_name: name } : {};
}

/** Neither NUL nor half a surrogate pair can be stored or sent. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
