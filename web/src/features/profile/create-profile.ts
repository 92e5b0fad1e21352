import { type Api, ApiError, errorCode } from '../../api.ts';
import { onboarding as words } from '../../messages/en/profile.ts';
import { refusalWords } from '../../refusal-words.ts';
import type { Refusal } from '../../use-submit.ts';
import { faultOf, type Personal } from './personal-fields.tsx';

/**
 * Makes the traveler's profile.
 * @param begunAt ISO instant of when they were asked, the same for every attempt.
 * @throws what refusedBecause has the words for.
 */
export async function createProfile(personal: Personal, begunAt: string, api: Api): Promise<void> {
  try {
    await create(personal, begunAt, api);
  } catch (error) {
    if (errorCode(error) !== 'profile_exists') throw error;
    await addTo(personal, api);
  }
}

async function create({ phone, location, interests }: Personal, begunAt: string, api: Api): Promise<void> {
  const made = await api('POST /api/profiles', {
    body: {
      role: 'traveler',
      organizationName: null,
      phone: phone.trim() || null,
      location: location.trim() || null,
      interests,
      preferences: {
        discovery_mode: 'qr_scan',
        booking_preference: 'external',
        communication_method: 'email',
        created_at: begunAt,
      },
    },
  });
  if (!made.id) throw new NoProfileMade();
}

/** An answer of somebody on the way. */
class NoProfileMade extends Error {}

/** Made in another tab, or before an answer that was lost: what was typed here is kept, what was left empty stays as it is there. */
async function addTo(personal: Personal, api: Api): Promise<void> {
  const phone = personal.phone.trim();
  const location = personal.location.trim();
  const { interests } = personal;
  const body = { ...(phone && { phone }), ...(location && { location }), ...(interests.length > 0 && { interests }) };
  if (Object.keys(body).length > 0) await api('PUT /api/profiles', { body });
}

/** Every failure in the words that tell what to do. */
export function refusedBecause(error: unknown): Refusal {
  const code = errorCode(error);
  const atField = faultOf(code);
  if (atField) return atField;
  if (code === 'offline') return words.errors.network;
  if (error instanceof NoProfileMade) return words.errors.other;
  if (!(error instanceof ApiError)) return words.errors.unexpected;
  if (error.status === 401) return words.errors.expired;
  if (error.status === 400) return words.errors.invalid;
  return refusalWords(error, words.errors.refused);
}
