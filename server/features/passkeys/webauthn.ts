import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Settings } from '../../platform/settings.ts';

/** Loaded when the first passkey is shown: few requests need it, and it takes 7 MB. */
const loadLibrary = () => import('@simplewebauthn/server');

/** What a browser sends, of which nothing is believed before it is checked here. */
export type RegistrationResponse = Pick<RegistrationResponseJSON, 'id' | 'rawId' | 'type'> & {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] };
};
export type ConfirmationResponse = Pick<AuthenticationResponseJSON, 'id' | 'rawId' | 'type'> & {
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null };
};

/** What is kept of a passkey. */
export interface KeptKey {
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  backed_up: boolean;
}

/** ES256, EdDSA and RS256: what phones, keys and Windows Hello make. */
const algorithms = [-7, -8, -257];

/** Both of these need no certificate; other statements would make the library read those an unknown client sends. */
const attestationFormats = ['none', 'packed'];

const site = ({ publicUrl }: Settings) => {
  const { origin, hostname } = new URL(publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
};

const descriptor = ({ credential_id, transports }: KeptKey) => ({
  id: credential_id,
  transports: transports as AuthenticatorTransport[],
});

/** What the browser is asked for at a registration; the person must be verified, by PIN, finger or face. */
export async function registrationOptions(
  settings: Settings,
  user: { userId: string; email: string },
  known: readonly KeptKey[],
) {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: settings.productName,
    rpID: site(settings).expectedRPID,
    userName: user.email,
    userID: new Uint8Array(Buffer.from(user.userId.replaceAll('-', ''), 'hex')),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  return { ...options };
}

/** What the browser is asked for at a confirmation. */
export async function confirmationOptions(settings: Settings, known: readonly KeptKey[]) {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: site(settings).expectedRPID,
    allowCredentials: known.map(descriptor),
    userVerification: 'required',
  });
  return { ...options };
}

/** Checks a registration against its challenge, our origin and our host. @returns the key to keep, or undefined if it is refused. Never throws. */
export async function checkRegistration(
  settings: Settings,
  challenge: string,
  response: RegistrationResponse,
): Promise<KeptKey | undefined> {
  try {
    const { verifyRegistrationResponse } = await loadLibrary();
    const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
    const format = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject)).get('fmt');
    if (!attestationFormats.includes(format)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      ...site(settings),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || registrationInfo.credential.id !== response.id) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      backed_up: credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}

/** Checks a confirmation with a kept key. @returns the key's new counter, or undefined if it is refused. Never throws. */
export async function checkConfirmation(
  settings: Settings,
  challenge: string,
  response: ConfirmationResponse,
  key: KeptKey,
): Promise<number | undefined> {
  try {
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      ...site(settings),
      requireUserVerification: true,
      credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
