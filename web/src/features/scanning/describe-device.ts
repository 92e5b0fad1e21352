import { newUuid } from '../../new-uuid.ts';
import { asksForPrivacy } from '../../privacy.ts';

const options: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 };
/** Metres: what is guessed from a network may lie on another island. */
const leastAccuracy = 5_000;
let known: { words: string; at: number } | undefined;

/**
 * Notes where the device is, if its owner has allowed this site to know (nobody is asked here) and does not ask for privacy.
 * Begun as the camera opens, so that no scan waits for it. Never throws.
 */
export async function locateDevice(): Promise<void> {
  try {
    if (asksForPrivacy()) return;
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    if (state !== 'granted') return;
    const note = ({ coords: { latitude, longitude, accuracy }, timestamp }: GeolocationPosition) => {
      if (accuracy > leastAccuracy) return;
      known = { words: `${latitude.toFixed(5)},${longitude.toFixed(5)}`, at: timestamp };
    };
    navigator.geolocation.getCurrentPosition(note, () => {}, options);
  } catch {
    // A browser that cannot say what is allowed has not allowed it.
  }
}

/** What a scan says of the device it was made with. `location`: latitude and longitude in degrees, of the last five minutes. */
export const describeDevice = () => ({
  type: matchMedia('(pointer: coarse)').matches ? ('mobile' as const) : ('desktop' as const),
  userAgent: navigator.userAgent.slice(0, 512),
  location: known && Date.now() - known.at < options.maximumAge! ? known.words : undefined,
  scan_id: newUuid(),
});
