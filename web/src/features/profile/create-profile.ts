import { ApiError, browserApi, errorCode } from '../../api.ts';
import { profileFields, onboarding as words } from '../../messages/en/profile.ts';
import { refusalWords } from '../../refusal-words.ts';
import type { Personal, PersonalErrors } from './personal-fields.tsx';

/** What came of the onboarding. */
export type Created =
  | { kind: 'done' }
  | { kind: 'fields'; errors: PersonalErrors }
  | { kind: 'expired' | 'failed'; words: string };

/** Makes the traveler's profile; every failure in the words that tell what to do. */
export async function createProfile(personal: Personal): Promise<Created> {
  try {
    return await create(personal);
  } catch (error) {
    if (errorCode(error) !== 'profile_exists') return judge(error);
  }
  try {
    return await addTo(personal);
  } catch (error) {
    return judge(error);
  }
}

async function create({ phone, location, interests }: Personal): Promise<Created> {
  const made = await browserApi('POST /api/profiles', {
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
        created_at: new Date().toISOString(),
      },
    },
  });
  return made.id ? { kind: 'done' } : { kind: 'failed', words: words.errors.other };
}

/** Made in another tab, or before an answer that was lost: what was typed here is kept, what was left empty stays as it is there. */
async function addTo(personal: Personal): Promise<Created> {
  const phone = personal.phone.trim();
  const location = personal.location.trim();
  const { interests } = personal;
  const body = { ...(phone && { phone }), ...(location && { location }), ...(interests.length > 0 && { interests }) };
  if (Object.keys(body).length > 0) await browserApi('PUT /api/profiles', { body });
  return { kind: 'done' };
}

function judge(error: unknown): Created {
  const code = errorCode(error);
  if (code === 'invalid_phone') return { kind: 'fields', errors: { phone: profileFields.errors.phone } };
  if (code === 'invalid_location') return { kind: 'fields', errors: { location: profileFields.errors.location } };
  if (code === 'offline') return { kind: 'failed', words: words.errors.network };
  if (!(error instanceof ApiError)) return { kind: 'failed', words: words.errors.unexpected };
  if (error.status === 401) return { kind: 'expired', words: words.errors.expired };
  if (error.status === 400) return { kind: 'failed', words: words.errors.invalid };
  return { kind: 'failed', words: refusalWords(error, words.errors.refused) };
}
