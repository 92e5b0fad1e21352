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
export async function createProfile({ phone, location, interests }: Personal): Promise<Created> {
  try {
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
  } catch (error) {
    return judge(error);
  }
}

function judge(error: unknown): Created {
  const code = errorCode(error);
  // Done in another tab, or before.
  if (code === 'profile_exists') return { kind: 'done' };
  if (code === 'invalid_phone') return { kind: 'fields', errors: { phone: profileFields.errors.phone } };
  if (code === 'invalid_location') return { kind: 'fields', errors: { location: profileFields.errors.location } };
  if (code === 'offline') return { kind: 'failed', words: words.errors.network };
  if (!(error instanceof ApiError)) return { kind: 'failed', words: words.errors.unexpected };
  if (error.status === 401) return { kind: 'expired', words: words.errors.expired };
  if (error.status === 400) return { kind: 'failed', words: words.errors.invalid };
  return { kind: 'failed', words: refusalWords(error, words.errors.refused) };
}
