import type { Random } from '../../../db/seed/generated-random.ts';
import type { Schema } from './valid.ts';

/** Stands for text that is put into the JSON as it is, where `JSON.stringify` would write something tamer. */
const raw = (json: string) => `@@raw:${json}@@`;
export const toJson = (value: unknown) =>
  (JSON.stringify(value) ?? 'null').replace(/"@@raw:(.*?)@@"/g, (_all, json: string) => JSON.parse(`"${json}"`));

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', '__defineGetter__'];

const numbers = ['-1', '-0', '0', '00', '01', '1e3', '0x10', '2147483648', '9223372036854775808', '9'.repeat(400)];
const times = [
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30',
  '2026-11-21T24:00:00Z',
  '2026-11-21T20:00:60Z',
  `2026-11-21T20:00:00.${'1'.repeat(300)}Z`,
  '2999-12-31T23:59:59.999999Z~scan~1',
  '2026-11-21T20:00:00.000000Z~booking~x',
];
const ids = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
  '{00000000-0000-0000-0000-000000000000}',
];

/** Texts that some layer might read as something else than text. */
const hostileTexts = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202eevil\u202c',
  '\u2066\u2069\u200f',
  '\u001b[31m',
  '\u2028\u2029',
  '\ufeff',
  'é'.normalize('NFD').repeat(50),
  '🌺'.repeat(50),
  '１',
  "'; drop table users; --",
  "' or 1=1 --",
  '$1',
  '%s%n%d',
  '\\',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '//evil.example/path',
  '/\\evil.example',
  'https://evil.example/\r\nset-cookie: a=b',
  '../../etc/passwd',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '{}',
  '',
  ' ',
  'x'.repeat(2_000),
  ...names,
  ...numbers,
  ...times,
  ...ids,
];

const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  raw('-0'),
  0,
  -1,
  0.5,
  1.0000000000000002,
  1e308,
  -1e308,
  5e-324,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  raw('9223372036854775807'),
  raw('9223372036854775808'),
  raw('1e400'),
  raw(`1${'0'.repeat(2_000)}`),
  [],
  {},
  [[]],
  [null],
  [{}],
  nested(60),
  { length: 1 },
  { toJSON: 1, valueOf: {} },
  'x'.repeat(100_000),
  Array(10_000).fill(1),
];

/** Values at the edges of what a type allows, and one beyond. */
function edgesOf(schema: Schema, valid: unknown): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => edgesOf(one, valid));
  const edges: unknown[] = [];
  const { minLength, maxLength, minimum, maximum, maxItems, format } = schema;
  if (format === 'date' || format === 'date-time' || /^\d{4}-/.test(String(valid))) edges.push(...times);
  if (format === 'uuid') edges.push(...ids);
  if (typeof valid === 'string' && /^\d+$/.test(valid)) edges.push(...numbers);
  if (maxLength !== undefined && maxLength < 30_000) {
    edges.push('x'.repeat(maxLength), 'x'.repeat(maxLength + 1), '🌺'.repeat(maxLength / 2), 'ʻ'.repeat(maxLength));
    edges.push(`${' '.repeat(maxLength)}x`, `${'x'.repeat(maxLength - 1)}🌺`);
  }
  if (minLength) edges.push('x'.repeat(minLength), 'x'.repeat(minLength - 1), ' '.repeat(minLength));
  if (minimum !== undefined) edges.push(minimum, minimum - 1, minimum + 0.5, minimum - 1e-9);
  if (maximum !== undefined) edges.push(maximum, maximum + 1, maximum - 0.5, maximum + 1e-9);
  if (Array.isArray(valid) && valid.length) {
    const [first] = valid;
    edges.push([...valid, ...valid], Array(2_000).fill(first), [...valid, null]);
    if (maxItems !== undefined) edges.push(Array(maxItems).fill(first), Array(maxItems + 1).fill(first));
  }
  if (typeof valid === 'string')
    edges.push(valid.toUpperCase(), `${valid} `, [valid], { value: valid }, `${valid}\u0000`);
  if (typeof valid === 'number') edges.push(String(valid), [valid], valid + 0.1, -valid);
  return edges;
}

interface Field {
  /** The object or list that holds it, and under which name. */
  holder: Record<string, unknown>;
  name: string;
  schema: Schema;
}

/** Every field of a value, however deep. */
function fieldsOf(value: unknown, schema: Schema): Field[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  const own = schema.anyOf?.find((one) => one.properties || one.items) ?? schema;
  return Object.keys(holder).flatMap((name) => {
    const inner = (Array.isArray(value) ? own.items : own.properties?.[name]) ?? {};
    return [{ holder, name, schema: inner }, ...fieldsOf(holder[name], inner)];
  });
}

/** A hostile value for one field. */
export function wrongFor(random: Random, schema: Schema, valid: unknown): unknown {
  const edges = random.chance(0.3) ? edgesOf(schema, valid) : [];
  if (edges.length) return random.pick(edges);
  return random.chance(0.55) ? random.pick(hostileTexts) : random.pick(hostileValues);
}

/** A valid value with one thing wrong, as JSON, and what that is. */
export function spoil(random: Random, valid: unknown, schema: Schema): { what: string; json: string } {
  const copy = structuredClone(valid);
  const fields = fieldsOf(copy, schema);
  if (!fields.length || random.chance(0.1)) {
    if (typeof copy === 'object' && copy !== null && random.chance(0.7)) {
      const name = random.pick([...names, 'extra', 'id', '', 'x'.repeat(5_000), '\u0000']);
      const value = random.pick<unknown>([{ admin: true, status: 200 }, 1, 'x', null]);
      Object.defineProperty(copy, name, { value, enumerable: true, configurable: true });
      return { what: `more: ${name.slice(0, 20)}`, json: toJson(copy) };
    }
    return { what: 'another body', json: toJson(wrongFor(random, schema, valid)) };
  }
  const { holder, name, schema: own } = random.pick(fields);
  if (random.chance(0.1)) {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
    return { what: `without ${name}`, json: toJson(copy) };
  }
  holder[name] = wrongFor(random, own, holder[name]);
  return { what: `wrong ${name}`, json: toJson(copy) };
}
