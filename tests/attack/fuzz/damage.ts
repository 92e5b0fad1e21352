import type { Random } from '../../../db/seed/generated-random.ts';
import type { Sent } from './requests.ts';

const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** Bodies that are no JSON, or JSON that is none of ours. */
const bodies: ((valid: string) => string | Buffer)[] = [
  (valid) => valid.slice(0, Math.floor(valid.length / 2)),
  (valid) => valid.slice(0, -1),
  (valid) => `${valid}}`,
  (valid) => `${valid}${valid}`,
  (valid) => `\ufeff${valid}`,
  (valid) => `/* */${valid}`,
  (valid) => `\u0000${valid}`,
  (valid) => Buffer.from(valid, 'utf16le'),
  (valid) => Buffer.concat([Buffer.from(valid.slice(0, -1)), Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0x22])]),
  (valid) => valid.replace(/:"/, ':"\\ud800'),
  (valid) => valid.replace(/:"/, ':"\u0000'),
  (valid) => valid.replace(/^\{/, '{"__proto__":{"admin":true},'),
  (valid) => valid.replace(/^\{/, '{"constructor":{"prototype":{"admin":true}},'),
  (valid) => valid.replace(/^\{(.*)\}$/s, '{$1,$1}'),
  (valid) => valid.replaceAll('"', "'"),
  () => '',
  () => ' ',
  () => 'null',
  () => 'true',
  () => '-0',
  () => '1e999',
  () => '9'.repeat(10_000),
  () => '"x"',
  () => '[]',
  () => '{}',
  () => 'undefined',
  () => deep(60, '[', ']'),
  () => deep(5_000, '[', ']'),
  () => deep(30_000, '[', ']'),
  () => '['.repeat(60_000),
  () => `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
  () => `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join()}}`,
  () => `[${'{},'.repeat(15_000)}{}]`,
  () => `{"a":"${'x'.repeat(1_100_000)}"}`,
  () => Buffer.alloc(70_000),
];

const types = [
  '',
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json; charset=nothing',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'application/jsonx',
  'json',
  `application/json; x=${'x'.repeat(4_000)}`,
];

const bytes = '\u0080\u00ff\u00c0 é';
const long = 'x'.repeat(8_000);
const headers: Record<string, string[]> = {
  'content-type': types,
  'content-encoding': ['gzip', 'br', 'deflate, gzip', 'identity', 'x'],
  origin: ['', 'null', 'https://evil.example', 'http://localhost:3000.evil.example', 'http://[', bytes, long],
  referer: ['', 'http://[', long, bytes, 'javascript:alert(1)'],
  'sec-fetch-site': ['cross-site', 'none', 'same-origin, cross-site', '', bytes],
  'sec-fetch-mode': ['navigate', 'no-cors', 'x'],
  'sec-gpc': ['1', 'x'],
  accept: ['text/html', 'image/png;q=x', '', long],
  'accept-language': [
    `${'haw,'.repeat(2_000)}`,
    '-,;q=',
    '*',
    'x-klingon',
    'en-XX-XX-XX',
    'zz;q=9',
    bytes,
    'ja-JP',
    long,
  ],
  'user-agent': ['', bytes, long, '<script>', 'curl/8'],
  'idempotency-key': ['', ' ', 'x'.repeat(256), bytes, '__proto__', 'x'.repeat(255), "'; --", 'a b'],
  'if-none-match': ['*', '"x"', long, bytes],
  'if-modified-since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  range: ['bytes=0-1', 'bytes=-9999999999999999', 'x'],
  'x-forwarded-for': ['1.2.3.4', 'x', `${'1.1.1.1,'.repeat(500)}`, bytes, '::1', ''],
  'x-forwarded-proto': ['https', 'x'],
  'x-forwarded-host': ['evil.example', bytes],
  'x-http-method-override': ['DELETE', 'x'],
  'x-request-id': ['x', long],
  authorization: ['Bearer x', 'Basic !', bytes],
  host: ['evil.example', 'localhost:99999', '[::1', ''],
  expect: ['x'],
  upgrade: ['websocket'],
};

const token = 'A'.repeat(43);
const cookies: ((valid: string) => string)[] = [
  () => '',
  () => '=',
  () => ';;;',
  () => `session=${token}`,
  () => `session=${token}; session=${token}`,
  () => 'session=%00; visit=%ff',
  () => `session=${bytes}; visit=${bytes}`,
  () => `visit=${token}; magic_link=${token}; oauth=${token}`,
  () => 'visit=short; magic_link=; oauth=x',
  () => `lang=ja; lang=en; lang=${'x'.repeat(500)}`,
  () => 'lang=__proto__; analytics=off',
  () => `session=${'x'.repeat(9_000)}`,
  () => Array.from({ length: 500 }, (_, at) => `c${at}=1`).join('; '),
  (valid) => valid.slice(0, -3),
  (valid) => `${valid}x`,
  (valid) => valid.toUpperCase(),
  (valid) => `"${valid}"`,
  (valid) => `${valid}; ${valid}; visit=${token}`,
];

/** The request with its bytes, a header, its cookies or its method wrong. */
export function damage(place: 'bytes' | 'headers' | 'cookie' | 'method', random: Random, sent: Sent): Sent {
  if (place === 'bytes') {
    const at = random.whole(0, bodies.length - 1);
    const body = bodies[at]!(String(sent.body ?? '{}'));
    return { ...sent, wrong: `bytes ${at}`, body, headers: { 'content-type': 'application/json', ...sent.headers } };
  }
  if (place === 'method') {
    const method = random.pick(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
    return { ...sent, wrong: `method ${method}`, method };
  }
  if (place === 'cookie') {
    const cookie = random.pick(cookies)(sent.headers.cookie ?? '');
    return { ...sent, wrong: 'cookie', headers: { ...sent.headers, cookie } };
  }
  const name = random.pick(Object.keys(headers));
  return { ...sent, wrong: `header ${name}`, headers: { ...sent.headers, [name]: random.pick(headers[name]!) } };
}
