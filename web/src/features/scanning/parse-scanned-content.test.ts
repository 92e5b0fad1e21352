import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeCode } from '../../../../contract/code-form.ts';
import { parseScannedContent } from './parse-scanned-content.ts';

const own = 'holoholo.example';
const code = '7K2M-9QXR-4T0B-1ZWE';
const parse = (raw: unknown, host = own) => {
  const parsed = parseScannedContent(raw, host);
  return parsed.ok ? parsed.content : 'invalid';
};

describe('links', () => {
  it.each<[string, unknown]>([
    [`https://${own}/location/7?qr=${code}`, { qr_code_id: code, location_id: 7 }],
    [`HTTPS://HoloHolo.Example/location/7?qr=${code.toLowerCase()}`, { qr_code_id: code, location_id: 7 }],
    [`http://${own}:80/location/7?qr=${code}`, { qr_code_id: code, location_id: 7 }],
    [
      `https://${own}/scan?qr=${code}&location=12&name=Caf%C3%A9+Kai`,
      { qr_code_id: code, location_id: 12, location_name: 'Café Kai' },
    ],
    [`https://${own}/scan?qr=${code}&distributor_id=9&metadata=x`, { qr_code_id: code }],
    [`https://${own}/q/${code}`, { qr_code_id: code }],
    [`https://${own}/location/7`, { location_id: 7 }],
    [`https://${own}/location/7/?qr=#top`, { location_id: 7 }],
    [`https://${own}/?location=7&name=Pier`, { location_id: 7, location_name: 'Pier' }],
    [`https://elsewhere.example/x?qr=${code}`, { qr_code_id: code }],
    // Another site, or one that only looks like ours.
    ['https://elsewhere.example/location/7', 'invalid'],
    [`https://elsewhere.example/${code}`, 'invalid'],
    [`https://${own}@elsewhere.example/location/7`, 'invalid'],
    [`https://elsewhere.example@${own}/location/7`, 'invalid'],
    [`https://user:word@${own}/location/7?qr=${code}`, 'invalid'],
    [`https://user@${own}/location/7?qr=${code}`, 'invalid'],
    [`https://:word@${own}/location/7?qr=${code}`, 'invalid'],
    [`https://${own}.elsewhere.example/location/7`, 'invalid'],
    [`https://elsewhere.example/${own}/location/7`, 'invalid'],
    [`https://elsewhere.example#@${own}/location/7`, 'invalid'],
    [`https://elsewhere.example\\@${own}/location/7`, 'invalid'],
    [`https://${own}./location/7`, 'invalid'],
    ['https://hоloholo.example/location/7', 'invalid'],
    [`https://${own}:8443/location/7`, 'invalid'],
    // No place, no code, or not what it seems.
    [`https://${own}/`, 'invalid'],
    [`https://${own}/explore`, 'invalid'],
    [`https://${own}/location%2F7`, 'invalid'],
    [`https://${own}/location/7%2F8`, 'invalid'],
    [`https://${own}/location/7/reviews`, 'invalid'],
    [`https://${own}/listing/7`, 'invalid'],
    [`https://${own}/listing/7?qr=${code}`, { qr_code_id: code }],
    [`https://${own}/location/7/reviews?qr=${code}`, { qr_code_id: code }],
    [`https://${own}/location/2147483647`, { location_id: 2_147_483_647 }],
    [`https://${own}/?location=7e1`, 'invalid'],
    [`https://${own}/?location=7%20`, 'invalid'],
    [`https://${own}/?location=%207`, 'invalid'],
    [`https://${own}/?location=x7`, 'invalid'],
    [`https://${own}/?location=`, 'invalid'],
    [`https://${own}/location/7?location=8`, { location_id: 8 }],
    [`https://${own}/location/0`, 'invalid'],
    [`https://${own}/location/07`, 'invalid'],
    [`https://${own}/location/7.5`, 'invalid'],
    [`https://${own}/location/2147483648`, 'invalid'],
    [`https://${own}/location/7?qr=nonsense`, 'invalid'],
    [`https://${own}/location/7?qr=DEMO-1234-5678-9ABC`, 'invalid'],
    [`https://${own}/?qr=${code}&qr=7K2M-9QXR-4T0B-1ZWF`, 'invalid'],
    [`https://${own}/?qr=${code}&name=a%00b`, 'invalid'],
    [`https://${own}/?qr=${code}&x=\ud800`, 'invalid'],
    [`https://${own}/?qr=${code}&x=a\tb`, 'invalid'],
    [`see https://${own}/?qr=${code}`, 'invalid'],
    [`https://${own}/loca\ntion/7`, 'invalid'],
    [`https:/${own}/location/7`, 'invalid'],
    [`//${own}/location/7`, 'invalid'],
    [`${own}/location/7`, 'invalid'],
    ['https://', 'invalid'],
    ['https://[::1', 'invalid'],
    [`javascript:location='https://${own}/location/7?qr=${code}'`, 'invalid'],
    [`java\tscript:alert(1)//?qr=${code}`, 'invalid'],
    [`data:text/html,?qr=${code}`, 'invalid'],
    [`blob:https://${own}/location/7?qr=${code}`, 'invalid'],
    [`file:///location/7?qr=${code}`, 'invalid'],
    [`ftp://${own}/location/7?qr=${code}`, 'invalid'],
    ['WIFI:S:Hotel;T:WPA;P:aloha;;', 'invalid'],
  ])('%j', (text, expected) => expect(parse(text)).toEqual(expected));

  it('tells this host by its port too', () => {
    expect(parse('http://localhost:3000/location/7', 'localhost:3000')).toEqual({ location_id: 7 });
    expect(parse('http://localhost:3001/location/7', 'localhost:3000')).toBe('invalid');
    expect(parse('http://localhost/location/7', '')).toBe('invalid');
    expect(parse(`https://${own}/location/7`, 'HoloHolo.Example')).toEqual({ location_id: 7 });
  });

  it('keeps no name that could disguise the text around it, or fill the screen', () => {
    for (const name of ['two\nlines', 'a\u0085b', ' ', '', 'x'.repeat(201)]) {
      const link = `https://${own}/?qr=${code}&name=${encodeURIComponent(name)}`;
      expect(parse(link), JSON.stringify(name)).toEqual({ qr_code_id: code });
    }
    const name = 'x'.repeat(200);
    expect(parse(`https://${own}/?qr=${code}&name=%20${name}+`)).toEqual({ qr_code_id: code, location_name: name });
  });

  it.each(
    [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'].map((mark) => [
      mark.codePointAt(0)!.toString(16),
      mark,
    ]),
  )('keeps no name with the bidirectional mark U+%s', (_number, mark) => {
    for (const name of [mark, `${mark}Pier`, `Pi${mark}er`, `Pier${mark}`])
      expect(parse(`https://${own}/?qr=${code}&name=${encodeURIComponent(name)}`)).toEqual({ qr_code_id: code });
  });
});

describe('JSON', () => {
  it.each<[string, unknown]>([
    [
      `{"qr_code_id":"${code}","location_id":7,"location_name":"Pier","distributor_id":"x","metadata":{"a":1}}`,
      { qr_code_id: code, location_id: 7, location_name: 'Pier' },
    ],
    [`{"id":"${code}","location_id":"7","name":"Pier"}`, { qr_code_id: code, location_id: 7, location_name: 'Pier' }],
    [`{"id":"${code}","location_id":-1,"name":3}`, { qr_code_id: code }],
    [`{"id":"${code}","location_id":1e400,"name":"\\u202ePier"}`, { qr_code_id: code }],
    [`{"id":"${code}","__proto__":{"location_id":7},"constructor":1}`, { qr_code_id: code }],
    [`{"id":"${code}","location_id":0}`, { qr_code_id: code }],
    [`{"id":"${code}","location_id":1}`, { qr_code_id: code, location_id: 1 }],
    [`{"id":"${code}","location_id":7.5}`, { qr_code_id: code }],
    [`{"id":"${code}","location_id":2147483647}`, { qr_code_id: code, location_id: 2_147_483_647 }],
    [`{"id":"${code}","location_id":2147483648}`, { qr_code_id: code }],
    [`{"id":"${code}","location_id":true}`, { qr_code_id: code }],
    [`{"id":"${code}","location_id":["7"]}`, { qr_code_id: code }],
    [`{"qr_code_id":"${code}","id":"x","name":" "}`, { qr_code_id: code }],
    [`{"id":"${code}","location_name":"Pier","name":"x"}`, { qr_code_id: code, location_name: 'Pier' }],
    [`  {"id":"${code}"}\n`, { qr_code_id: code }],
    [`{"id":"nonsense","location_id":7}`, 'invalid'],
    [`{"id":"${code}","x":"\ud800"}`, 'invalid'],
    [`{"id":"${code}"} x`, 'invalid'],
    [`{"__proto__":{"qr_code_id":"${code}"}}`, 'invalid'],
    [`{"id":"${code}","name":"\\ud800"}`, 'invalid'],
    [`{"id":"${code}","name":"\\u0000"}`, 'invalid'],
    ['{"qr_code_id":"DEMO-1"}', 'invalid'],
    ['{"location_id":7}', 'invalid'],
    ['{"id":7}', 'invalid'],
    [`["${code}"]`, 'invalid'],
    [`"${code}"`, 'invalid'],
    [`${'{"a":'.repeat(400)}1`, 'invalid'],
    ['{', 'invalid'],
  ])('%s', (text, expected) => expect(parse(text)).toEqual(expected));

  it('leaves every prototype as it was', () => {
    parse(`{"id":"${code}","__proto__":{"polluted":1}}`);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('anything', () => {
  it.each([[undefined], [null], [7], [{}], [['a']], [Symbol('a')], [Object(code)], [() => code], ['']])(
    '%s is invalid',
    (raw) => expect(parse(raw)).toBe('invalid'),
  );

  it('takes plain text for a code only if it has the form of one', () => {
    expect(parse(`\n ${code.toLowerCase()} `)).toEqual({ qr_code_id: code });
    expect(parse('hello')).toBe('invalid');
    expect(parse(`${code}\u0000`)).toBe('invalid');
    expect(parse(`${code}\ud800`)).toBe('invalid');
  });

  it('looks at no more than 2 kB, counted in UTF-8', () => {
    const link = `https://${own}/?qr=${code}&x=`;
    expect(parse(link.padEnd(2048, 'a'))).toEqual({ qr_code_id: code });
    expect(parse(link.padEnd(2049, 'a'))).toBe('invalid');
    expect(parse(link.padEnd(1400, 'ā'))).toBe('invalid');
  });

  // Random text, and text made of the pieces this parser looks for.
  const pieces = fc.constantFrom(
    '{',
    '}',
    '"',
    ':',
    'https://',
    own,
    '/location/',
    '?qr=',
    code,
    '&name=',
    '%00',
    '%',
    '@',
    '\\',
    '__proto__',
    'javascript:',
    '\ud800',
    '1e999',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 12 }).map((parts) => parts.join('')),
    fc.json(),
  );

  it('never makes it throw, and yields nothing but the three fields', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseScannedContent(text, own);
        if (!parsed.ok) return Object.keys(parsed).length === 1;
        const { qr_code_id, location_id, location_name, ...rest } = parsed.content;
        return (
          Object.keys(rest).length === 0 &&
          (qr_code_id === undefined ? location_id !== undefined : normalizeCode(qr_code_id) === qr_code_id) &&
          (location_id === undefined || (location_id >= 1 && location_id <= 2_147_483_647)) &&
          (location_name === undefined || location_name.length <= 200)
        );
      }),
      { numRuns: 100_000 },
    );
  });

  it('never throws for what is no text at all, nor for an odd host', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (raw, host) => typeof parseScannedContent(raw, host).ok === 'boolean'),
    );
  });
});
