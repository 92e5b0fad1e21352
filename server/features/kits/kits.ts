import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Reply } from '../../../contract/endpoint.ts';
import { logoRules } from '../../../contract/print-kit-forms.ts';
import type { checkPrintKit, KitChoice } from '../../../contract/print-kits.ts';
import { ByteBoundedCache } from '../../platform/byte-bounded-cache.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import type { Settings } from '../../platform/settings.ts';
import { type ClaimedUpload, peekUpload } from '../../platform/uploads/uploads.ts';
import { getOwnCode } from '../codes/codes.ts';
import { codeUrl } from '../scanning/scanning.ts';
import { type DrawnKit, drawKit, drawPlaces } from './draw-kit.ts';
import { DrawingQueue } from './drawing-queue.ts';
import { type Logo, readLogo } from './logo.ts';
import { requireReadable } from './read-back.ts';

/** What was drawn last, as it is fetched right after it was asked about. */
const drawn = new ByteBoundedCache<DrawnKit>(16 * 1024 * 1024, ({ bytes, codes }) => bytes.length + 64 * codes.length);

/** Logos as they were unpacked last, by the SHA-256 of their files: a desk tries one in several formats. */
const logos = new ByteBoundedCache<Logo>(16 * 1024 * 1024, ({ bytes }) => bytes.length);

async function logoOf(upload: ClaimedUpload): Promise<Logo> {
  const key = upload.sha256.toString('hex');
  const logo = logos.get(key) ?? (await readLogo(await buffer(upload.read())));
  logos.set(key, logo);
  return logo;
}

/** What is being drawn: a busy server gives up waiting for it and goes on, and who asks again waits for the same. */
const underWay = new Map<string, Promise<DrawnKit>>();
const queue = new DrawingQueue();

/**
 * Draws a print kit of a code of the caller's organisation. Whatever comes out of here has been read again, every code of it.
 * @throws Refusal `invalid_code`, `not_found` also for a code or a logo of another, `code_closed`, `code_expired`, `file_refused` for what is no
 * logo, `unavailable` where too many wait to be drawn
 */
export async function makeKit(ctx: Context, given: string, choice: KitChoice): Promise<DrawnKit> {
  const { settings, clock } = ctx;
  const made = clock.now();
  const own = membershipOf(ctx);
  const code = await getOwnCode(ctx.db, made, own, given);
  const upload = choice.logo === undefined ? undefined : await peekUpload(ctx, choice.logo, 'picture');
  if (upload && upload.bytes > logoRules.mostBytes)
    throw new Refusal('file_refused', { detail: 'it is larger than 2 MB, which is the most for a logo' });
  const url = codeUrl(settings.publicUrl, code.location_id, code.code);
  const words = {
    product: settings.productName,
    place: code.location_name,
    code: code.code,
    address: typedAt(settings.publicUrl),
  };
  const key = createHash('sha256')
    .update(JSON.stringify([choice, url, words, upload?.sha256.toString('hex')]))
    .digest('hex');
  const known = drawn.get(key);
  if (known) return known;
  const begun = underWay.get(key);
  if (begun) return await ctx.elsewhere(() => begun);
  const work = async () => {
    const logo = upload && (await logoOf(upload));
    const kit = await drawKit({ ...choice, words, url, logo, made });
    await requireReadable(kit, () => url);
    drawn.set(key, kit);
    return kit;
  };
  const drawing = queue.draw(own.organisationId, work).finally(() => underWay.delete(key));
  underWay.set(key, drawing);
  // One is drawn at a time, however many wait: a hotel's guests, who share the address of its desk, keep their room meanwhile.
  return await ctx.elsewhere(() => drawing);
}

/** Of codes that are printed together. */
export interface PrintedPlaces extends Pick<KitChoice, 'format' | 'paper' | 'language'> {
  places: readonly { place: string; code: string; location_id: number }[];
  title: string;
  made: Date;
}

/**
 * Draws the kits of many places into one file, a page for each, and reads every code of it again.
 * @param told how many pages are drawn or read, of twice as many as there are places; it may throw to end it
 */
export async function drawReadable(
  { publicUrl, productName: product }: Pick<Settings, 'publicUrl' | 'productName'>,
  { places, title, made, ...style }: PrintedPlaces,
  told: (done: number) => void,
): Promise<Uint8Array> {
  const address = typedAt(publicUrl);
  const cards = places.map(({ place, code, location_id }) => ({
    words: { product, place, code, address },
    url: codeUrl(publicUrl, location_id, code),
  }));
  const kit = await drawPlaces({ ...style, logo: undefined }, cards, { title, author: product, made }, told);
  await requireReadable(kit, (page) => {
    told(cards.length + page);
    return cards[page]!.url;
  });
  return kit.bytes;
}

/** Where a code is typed, in words. */
const typedAt = (publicUrl: string) => `${publicUrl.replace(/^https?:\/\//, '')}/scan`;

/** What is to be known of a kit before it is fetched. */
export const describeKit = ({ bytes, pages, codes, correction, layout }: DrawnKit): Reply<typeof checkPrintKit> => ({
  pages,
  codes: codes.length,
  read_from_cm: Math.round(layout.seenFrom / 10),
  code_mm: Math.round(codes[0]!.side * 10) / 10,
  error_correction: correction,
  bytes: bytes.length,
});
