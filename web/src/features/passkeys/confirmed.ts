import { browserApi, errorCode } from '../../api.ts';
import { confirmWithDevice } from './webauthn.ts';

/** Makes a call that may ask for a confirmation first: gives it, and makes the call again. */
export async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (errorCode(error) !== 'step_up_required') throw error;
  }
  const options = await browserApi('POST /api/passkeys/confirmation-options');
  await browserApi('POST /api/passkeys/confirm', { body: { credential: await confirmWithDevice(options) } });
  return await call();
}
