import { Refusal } from '../../platform/http/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import { askForJson, GeocoderFailure } from './ask-geocoder.ts';
import { type FoundPlace, questionOf, readAnswer } from './geocoder-answers.ts';

/**
 * Asks the geocoder that is set up where an address is.
 * @throws Refusal `geocoder_off` where none is, `geocoder_failed` with the reason
 */
export async function geocode(
  { geocoder, productName, publicUrl }: Pick<Settings, 'geocoder' | 'productName' | 'publicUrl'>,
  address: string,
): Promise<{ found: FoundPlace[] }> {
  if (!geocoder) throw new Refusal('geocoder_off');
  const { kind, url } = geocoder;
  // A geocoder of all asks to be told who asks; a header is ASCII alone.
  const userAgent = `${productName} (${publicUrl})`.replace(/[^\x20-\x7e]/g, '');
  try {
    const found = readAnswer(kind, await askForJson(questionOf(kind, url, address), userAgent));
    if (!found) throw new GeocoderFailure('the service answers something else than places');
    return { found };
  } catch (error) {
    if (error instanceof GeocoderFailure) throw new Refusal('geocoder_failed', { detail: error.message });
    throw error;
  }
}
