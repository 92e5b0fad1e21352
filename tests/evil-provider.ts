import {
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Claims = Record<string, unknown>;

/** How the provider misbehaves next; an empty one makes it an honest provider. */
export interface Behaviour {
  /** What the ID token says besides, or instead; undefined leaves a claim out. */
  claims?: Claims;
  header?: Claims;
  signature?:
    | 'none'
    | 'hs256-with-public-key'
    | 'hs256-with-secret'
    | 'other-key'
    | 'flipped'
    | 'rs256-over-other-claims';
  userinfo?: Claims;
  /** Answers the token request by itself. */
  token?: (response: ServerResponse) => void;
  /** Changes the token response. */
  tokens?: (tokens: Claims) => Claims;
  keys?: (response: ServerResponse) => void;
  discovery?: (response: ServerResponse, document: Claims) => void;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A small identity provider made by hand, which does what a test tells it. */
export class EvilProvider {
  behaviour: Behaviour = {};
  issuer = '';
  requests: string[] = [];
  readonly clientId = 'the-product';
  readonly clientSecret = 'a-secret-of-the-product-long-enough-for-hs256';
  readonly #now: () => Date;
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  readonly #otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  readonly #codes = new Map<string, { challenge: string; nonce: string; person: Claims }>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(now: () => Date) {
    this.#now = now;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** What a browser brings back after a person has agreed. */
  agree(redirectUrl: string, person: Claims): { code: string; state: string; iss: string } {
    const asked = new URL(redirectUrl).searchParams;
    const code = randomBytes(16).toString('base64url');
    this.#codes.set(code, { challenge: asked.get('code_challenge')!, nonce: asked.get('nonce')!, person });
    return { code, state: asked.get('state')!, iss: this.issuer };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(request.url!);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { discovery, keys, token, userinfo } = this.behaviour;
    if (request.url === '/.well-known/openid-configuration') {
      return discovery ? discovery(response, this.document()) : void json(this.document());
    }
    if (request.url === '/keys') return keys ? keys(response) : void json({ keys: [publicJwk(this.#key)] });
    if (request.url === '/userinfo') return void json(userinfo ?? {});
    let body = '';
    for await (const chunk of request) body += chunk;
    if (token) return token(response);
    const form = new URLSearchParams(body);
    const known = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (form.get('client_secret') !== this.clientSecret) return void json({ error: 'invalid_client' }, 401);
    if (!known || known.challenge !== challenge) return void json({ error: 'invalid_grant' }, 400);
    const tokens = {
      access_token: 'opaque',
      token_type: 'Bearer',
      expires_in: 600,
      id_token: this.#idToken({ nonce: known.nonce, ...known.person }),
    };
    json(this.behaviour.tokens?.(tokens) ?? tokens);
  }

  document(): Claims {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // It would take any; the product decides.
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #idToken(person: Claims): string {
    const seconds = Math.floor(this.#now().getTime() / 1000);
    const { claims: changed, header: changedHeader, signature } = this.behaviour;
    const said = { iss: this.issuer, aud: this.clientId, iat: seconds, exp: seconds + 600, ...person };
    const algorithm = signature === 'none' ? 'none' : signature?.startsWith('hs256') ? 'HS256' : 'RS256';
    const header = encode({ alg: algorithm, kid: 'one', typ: 'JWT', ...changedHeader });
    const body = `${header}.${encode({ ...said, ...changed })}`;
    const signed = (text: string, key: KeyObject) => sign('sha256', Buffer.from(text), key);
    const hs256 = (secret: string) => createHmac('sha256', secret).update(body).digest();
    const pem = createPublicKey(this.#key).export({ type: 'spki', format: 'pem' }).toString();
    const bytes = {
      none: () => Buffer.alloc(0),
      'hs256-with-public-key': () => hs256(pem),
      'hs256-with-secret': () => hs256(this.clientSecret),
      'other-key': () => signed(body, this.#otherKey),
      'rs256-over-other-claims': () => signed(`${header}.${encode(said)}`, this.#key),
      flipped: () => signed(body, this.#key).map((byte, at) => (at === 9 ? byte ^ 1 : byte)),
      honest: () => signed(body, this.#key),
    }[signature ?? 'honest']();
    return `${body}.${Buffer.from(bytes).toString('base64url')}`;
  }
}

const publicJwk = (key: KeyObject) => ({
  ...createPublicKey(key).export({ format: 'jwk' }),
  kid: 'one',
  use: 'sig',
  alg: 'RS256',
});
