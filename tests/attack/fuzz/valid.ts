import { z } from 'zod';
import type { Random } from '../../../db/seed/generated-random.ts';

/** As much of JSON Schema as the contract's types come to. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
}

const schemas = new WeakMap<z.ZodType, Schema>();

/** What a type accepts, as JSON Schema. */
export function schemaOf(type: z.ZodType): Schema {
  const kept = schemas.get(type) ?? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema);
  schemas.set(type, kept);
  return kept;
}

/** A value for a field of this name that means something in the world the request is sent to; undefined where nothing does. */
export type Hint = (field: string) => unknown;

const words = [
  'Reef walk',
  'ʻŌhiʻa lehua',
  'Kahakō & ʻokina',
  '内田 百閒',
  'A good day',
  'Zoë 👩🏽‍🚀',
  'x',
  '',
  '+1 808 555 0134',
];
const instants = ['2026-11-21T20:00:00Z', '2026-11-20T09:30:00.123-10:00', '2026-11-21T23:59:59+09:00'];
const days = ['2026-11-22', '2026-12-24', '2027-02-28', '2028-02-29'];
/** Texts for patterns; one that fits is taken. */
const forms = [
  '1',
  '7',
  '20',
  '50',
  '300',
  '09:30',
  '23:59',
  'FH-12345',
  'err_0a1b2c3d',
  'invitation-token-of-nobody',
  '2026-11-21T20:00:00.000000Z~scan~1',
  '2026-11',
  '640.webp',
  'standard',
  'USD',
  '',
];

const uuid = (random: Random) =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => random.whole(0, 15).toString(16));

/**
 * A value that the type accepts, with fields that may be left out or be null now and then so.
 * @throws Error when none is found: the type then needs a hint, or a form of its own here.
 */
export function validFor(type: z.ZodType, random: Random, hint: Hint): unknown {
  const schema = schemaOf(type);
  let value: unknown;
  for (let attempt = 0; attempt < 300; attempt++) {
    value = make(schema, '', random, hint);
    if (type.safeParse(value).success) return value;
  }
  throw new Error(`found nothing that is valid for ${JSON.stringify(schema)}; the last was ${JSON.stringify(value)}`);
}

function make(schema: Schema, field: string, random: Random, hint: Hint): unknown {
  // A switch may bear the name of what it switches: `email`.
  const hinted = schema.type === 'boolean' ? undefined : hint(field);
  if (hinted !== undefined) return hinted;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return make(random.pick(schema.anyOf), field, random, hint);
  switch (schema.type) {
    case 'object': {
      const entries = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
        schema.required?.includes(name) || random.chance(0.5) ? [[name, make(inner, name, random, hint)]] : [],
      );
      return Object.fromEntries(entries);
    }
    case 'array': {
      const length = random.whole(schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 4));
      return Array.from({ length }, () => make(schema.items ?? {}, field, random, hint));
    }
    case 'string':
      return makeText(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'integer':
    case 'number': {
      const { minimum: least = 0, maximum: most = 1_000 } = schema;
      return random.pick([least, most, random.whole(Math.ceil(least), Math.min(most, least + 100))]);
    }
    default:
      return random.pick<unknown>(['anything', 1, null, { a: [1] }]);
  }
}

function makeText({ format, pattern, minLength = 0, maxLength = 200 }: Schema, random: Random): string {
  if (format === 'date-time') return random.pick(instants);
  if (format === 'date') return random.pick(days);
  if (format === 'uuid') return uuid(random);
  if (pattern) return random.pick(forms.filter((form) => new RegExp(pattern, 'u').test(form)));
  return random.pick(words.filter((word) => word.length >= minLength && word.length <= maxLength));
}
