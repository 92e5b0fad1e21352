import { type Api, ApiError, browserApi, errorCode } from '../../api.ts';
import { passkeys as words } from '../../messages/en/security.ts';
import { confirmWithDevice } from './webauthn.ts';

/**
 * Makes a call that may ask for a confirmation first: gives it, and makes the call again.
 * @throws ApiError `step_up_required` in words of ours where the person or the device says no
 */
export async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (errorCode(error) !== 'step_up_required') throw error;
  }
  await confirmNow();
  return await call();
}

/**
 * Confirms the session with a passkey, for ten minutes.
 * @throws ApiError `step_up_required` in words of ours where the person or the device says no
 */
export async function confirmNow(): Promise<void> {
  const options = await browserApi('POST /api/passkeys/confirmation-options');
  const credential = await confirmWithDevice(options).catch(() => {
    throw new ApiError('step_up_required', 403, words.cancelled);
  });
  await browserApi('POST /api/passkeys/confirm', { body: { credential } });
}

/** Asks for a passkey where a file that tells of persons would not come without one now. */
export async function confirmForFile(api: Api): Promise<void> {
  const { confirmation_needed } = await api('GET /api/passkeys');
  if (confirmation_needed) await confirmNow();
}
