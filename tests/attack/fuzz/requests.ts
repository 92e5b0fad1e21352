import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Random } from '../../../db/seed/generated-random.ts';
import { anInvitation } from '../../access-world.ts';
import type { GoogleWorld } from '../../google-flow.ts';
import { damage } from './damage.ts';
import { sentFile } from './sent-file.ts';
import type { Person, Stock } from './stock.ts';
import { schemaOf, validFor } from './valid.ts';
import { spoil, toJson, wrongFor } from './wrong.ts';

/** One request, whole, so that it can be sent again. */
export interface Sent {
  key: string;
  person: string;
  /** What is wrong with it; empty where nothing is. */
  wrong: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

/** Where a request can be wrong, and how often. */
const places = (endpoint: Endpoint): string[] => [
  ...Array<string>(endpoint.body || endpoint.takes ? 8 : 0).fill('body'),
  ...Array<string>(endpoint.method === 'GET' ? 0 : 2).fill('bytes'),
  ...Array<string>(endpoint.params ? 4 : 0).fill('params'),
  ...Array<string>(endpoint.query ? 5 : 1).fill('query'),
  ...Array<string>(3).fill('headers'),
  'cookie',
  'method',
];

const enc = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

/** What some calls need that only another call gives, of the path or the body; nothing where it was not to be had. */
async function ceremony(
  world: GoogleWorld,
  key: string,
  person: Person,
): Promise<{ params?: { token: string }; body?: object }> {
  const cookie = cookieOf(person);
  if (key === 'POST /api/stakeholder/accept/{token}' && person.user) {
    // There is at most one open invitation of an address; that of a call that was damaged would bar all that follow.
    const closed = { closed_at: world.clock.now() };
    const older = world.db.updateTable('invitations').set(closed).where('invited_email', '=', person.user.email);
    await older.where('closed_at', 'is', null).execute();
    // Another call of theirs may make one at the same moment.
    const made = await anInvitation(world, person.user.email).catch(() => undefined);
    return made ? { params: { token: made.token } } : {};
  }
  if (key === 'POST /api/sessions') {
    const begun = await world.call('GET /api/oauth/google/redirect_url', { cookie });
    if (begun.status !== 200) return {};
    person.cookies.set('oauth', begun.cookies.oauth!);
    const sub = person.name.replace(' ', '-');
    const claims = { sub, email: `${sub}@gmail.com`, email_verified: true, name: 'Kai Nakamura', given_name: 'Kai' };
    return { body: world.provider.agree(begun.body.redirectUrl, claims) };
  }
  if (key === 'POST /api/passkeys') {
    const options = await world.call('POST /api/passkeys/registration-options', { cookie });
    return options.status === 200 ? { body: { credential: person.key.register(options.body) } } : {};
  }
  if (key === 'POST /api/passkeys/confirm') {
    const options = await world.call('POST /api/passkeys/confirmation-options', { cookie });
    return options.status === 200 ? { body: { credential: person.key.confirm(options.body) } } : {};
  }
  return {};
}

export const cookieOf = ({ cookies }: Person) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Makes the next request of somebody to an endpoint: valid, or with one thing wrong. */
export async function nextRequest(
  world: GoogleWorld,
  stock: Stock,
  random: Random,
  endpoint: Endpoint,
  person: Person,
): Promise<Sent> {
  const key = `${endpoint.method} ${endpoint.path}`;
  const own = stock.keyed.filter((one) => one.key === key && one.person === person.name);
  if (own.length > 0 && random.chance(0.3)) return random.pick(own);
  const hint = stock.hints(key, person, random);
  const place = random.chance(0.35) ? '' : random.pick(places(endpoint));
  const wrong: string[] = [];
  const given = random.chance(0.6) ? await ceremony(world, key, person) : {};
  const params: Record<string, unknown> = endpoint.params
    ? { ...(validFor(endpoint.params, random, hint) as Record<string, unknown>), ...given.params }
    : {};
  const query = endpoint.query ? (validFor(endpoint.query, random, hint) as Record<string, unknown>) : {};
  let body: string | Buffer | undefined;
  if (endpoint.body) {
    const valid = given.body ?? validFor(endpoint.body, random, hint);
    body = toJson(valid);
    if (place === 'body') {
      const spoiled = spoil(random, valid, schemaOf(endpoint.body));
      body = spoiled.json;
      wrong.push(spoiled.what);
    }
  }
  const form = endpoint.takes && sentFile(endpoint.takes, random, place === 'body');
  if (form) {
    body = form.body;
    if (form.wrong) wrong.push(form.wrong);
  }
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, enc(value)]));
  if (place === 'params') {
    const name = random.pick(Object.keys(texts));
    texts[name] = random.chance(0.2)
      ? random.pick(['%', '%zz', '%00', '%ff', '%E0%A4%A', '%2e%2e', '..%2f..%2f', '%25', '', ';a=b', '%0d%0a'])
      : enc(wrongFor(random, schemaOf(endpoint.params!).properties![name]!, params[name])).slice(0, 3_000);
    wrong.push(`path ${name}`);
  }
  let search = Object.entries(query).map(([name, value]) => `${name}=${enc(value)}`);
  if (place === 'query') {
    const schema = endpoint.query ? schemaOf(endpoint.query).properties! : {};
    const name = random.pick([...Object.keys(schema), ...Object.keys(schema), 'unknown']);
    const value = enc(wrongFor(random, schema[name] ?? {}, query[name])).slice(0, 3_000);
    search = search.filter((pair) => !pair.startsWith(`${name}=`));
    const bent = [`${name}=${value}`, `${name}=${value}`, `${name}=${value}&${name}=${value}`, `${name}[]=${value}`];
    search.push(
      random.pick([...bent, `${name}[a]=1`, name, `${name}=%zz`, `${name}=%00`, '__proto__=1', '&&==&', '?']),
    );
    wrong.push(`query ${name}`);
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => texts[name] ?? '');
  const headers: Record<string, string> = {
    origin: world.settings.publicUrl,
    'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...form?.headers,
    ...(person.cookies.size && { cookie: cookieOf(person) }),
  };
  // A script of ours, as which alone a GET may end a session.
  if (key === 'GET /api/logout') Object.assign(headers, ownScript);
  if (endpoint.idempotent && random.chance(0.4)) {
    const someKey = () => (stock.keys.length > 0 && random.chance(0.3) ? random.pick(stock.keys) : undefined);
    const old = own.length > 0 && random.chance(0.4) ? random.pick(own).headers['idempotency-key'] : someKey();
    headers['idempotency-key'] = old ?? `a-key-of-the-fuzzer-${stock.unique()}`;
    stock.add(stock.keys, headers['idempotency-key']);
  }
  const url = `${path}${search.length ? `?${search.join('&')}` : ''}`;
  const sent: Sent = { key, person: person.name, wrong: wrong.join(), method: endpoint.method, url, headers, body };
  if (headers['idempotency-key']) stock.add(stock.keyed, sent);
  return place === 'bytes' || place === 'headers' || place === 'cookie' || place === 'method'
    ? damage(place, random, sent)
    : sent;
}

const ownScript = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
