import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** As much CBOR as an attestation needs. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, count: number) =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Buffer)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

/** What a ceremony can be bent to. */
export interface Bent {
  challenge?: string;
  origin?: string;
  host?: string;
  type?: string;
  /** Bits: 1 present, 4 verified, 64 with a new key. */
  flags?: number;
  counter?: number;
  format?: string;
}

/** A passkey in software: ES256, attestation 'none'. It does what it is told, right or wrong. */
export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = base64url(randomBytes(32));
  readonly #origin: string;
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The answer to registration options. */
  register(options: { challenge: string; rp: { id: string } }, bent: Bent = {}) {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]);
    const rawId = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, cbor(key)]);
    const authData = Buffer.concat([this.#authenticatorData(options.rp.id, 0x45, bent), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', bent.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, bent),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    });
  }

  /** The answer to confirmation options. */
  confirm(options: { challenge: string; rpId: string }, bent: Bent = {}) {
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, bent);
    const authData = this.#authenticatorData(options.rpId, 0x05, bent);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#credential({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
    });
  }

  #clientData(type: string, challenge: string, bent: Bent): string {
    const data = {
      type: bent.type ?? type,
      challenge: bent.challenge ?? challenge,
      origin: bent.origin ?? this.#origin,
    };
    return base64url(JSON.stringify(data));
  }

  #authenticatorData(host: string, flags: number, bent: Bent): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(bent.counter ?? ++this.counter);
    return Buffer.concat([sha256(bent.host ?? host), Buffer.from([bent.flags ?? flags]), counter]);
  }

  #credential<R>(response: R) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }
}
