import type { Request } from '../../../../contract/endpoint.ts';
import type { confirmWithPasskey, registerPasskey } from '../../../../contract/passkeys.ts';

type Registration = Request<typeof registerPasskey>['body']['credential'];
type Confirmation = Request<typeof confirmWithPasskey>['body']['credential'];

// WebAuthn speaks in bytes, the server in base64url. Only browsers newer than our floor turn one into the other by themselves.
interface CreationOptions
  extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  challenge: string;
  user: Omit<PublicKeyCredentialUserEntity, 'id'> & { id: string };
  excludeCredentials?: Descriptor[];
}
interface RequestOptions extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  challenge: string;
  allowCredentials?: Descriptor[];
}
type Descriptor = Omit<PublicKeyCredentialDescriptor, 'id'> & { id: string };

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const toText = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const describe = (one: Descriptor) => ({ ...one, id: toBytes(one.id) });

/** Whether this browser has passkeys at all; none has them without https. */
export const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** What is sent of any credential. */
const common = ({ id, rawId, authenticatorAttachment }: PublicKeyCredential) => ({
  id,
  rawId: toText(rawId),
  type: 'public-key' as const,
  authenticatorAttachment: authenticatorAttachment as Registration['authenticatorAttachment'],
});

/** Makes a passkey on this device. @throws DOMException where the person or the device says no */
export async function makePasskey(options: unknown): Promise<Registration> {
  const { challenge, user, excludeCredentials = [], ...others } = options as CreationOptions;
  const made = (await navigator.credentials.create({
    publicKey: {
      ...others,
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: excludeCredentials.map(describe),
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...common(made),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports?.() as Registration['response']['transports'],
    },
  };
}

/** Confirms with a passkey of this device. @throws DOMException where the person or the device says no */
export async function confirmWithDevice(options: unknown): Promise<Confirmation> {
  const { challenge, allowCredentials = [], ...others } = options as RequestOptions;
  const given = (await navigator.credentials.get({
    publicKey: { ...others, challenge: toBytes(challenge), allowCredentials: allowCredentials.map(describe) },
  })) as PublicKeyCredential;
  const response = given.response as AuthenticatorAssertionResponse;
  return {
    ...common(given),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      userHandle: response.userHandle && toText(response.userHandle),
    },
  };
}
