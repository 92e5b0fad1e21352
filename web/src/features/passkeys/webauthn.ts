import type { Request } from '../../../../contract/endpoint.ts';
import type { confirmWithPasskey, registerPasskey } from '../../../../contract/passkeys.ts';

type Registration = Request<typeof registerPasskey>['body']['credential'];
type Confirmation = Request<typeof confirmWithPasskey>['body']['credential'];

/** The parts of WebAuthn that speak JSON; browsers of recent years have them. */
interface JsonCredentials {
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions;
}

const speakers = () => (globalThis as { PublicKeyCredential?: Partial<JsonCredentials> }).PublicKeyCredential;

export const canUsePasskeys = (): boolean => typeof speakers()?.parseCreationOptionsFromJSON === 'function';

/** Makes a passkey on this device. @throws DOMException where the person or the device says no */
export async function makePasskey(options: unknown): Promise<Registration> {
  const publicKey = (speakers() as JsonCredentials).parseCreationOptionsFromJSON(options);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return made.toJSON() as Registration;
}

/** Confirms with a passkey of this device. @throws DOMException where the person or the device says no */
export async function confirmWithDevice(options: unknown): Promise<Confirmation> {
  const publicKey = (speakers() as JsonCredentials).parseRequestOptionsFromJSON(options);
  const given = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return given.toJSON() as Confirmation;
}
