import { z } from 'zod';
import { accessInWords } from '../../../contract/access-words.ts';
import type { Endpoint, TakenFile } from '../../../contract/endpoint.ts';
import { type ErrorCode, errors, organisationErrors, universalErrors } from '../../../contract/errors.ts';
import { isOfOrganisations } from '../../../contract/roles.ts';

/** JSON Schema of a declared type; what JSON Schema cannot say (files) is left open. */
const schemaOf = (type: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return schema;
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Sent again with the same key and body, the call has no second effect. Hard to guess, as a random UUID.',
  schema: { type: 'string', minLength: 16, maxLength: 255 },
};

function parametersOf(declaration: Endpoint) {
  const named = (['params', 'query'] as const).flatMap((place) =>
    Object.entries(declaration[place]?.shape ?? {}).map(([name, type]) => ({
      name,
      in: place === 'params' ? 'path' : 'query',
      required: place === 'params' || !(type as z.ZodType).safeParse(undefined).success,
      schema: schemaOf(type as z.ZodType, 'input'),
    })),
  );
  return declaration.idempotent ? [...named, idempotencyKey] : named;
}

function refusalsOf(declaration: Endpoint) {
  const byStatus = new Map<number, ErrorCode[]>();
  const ofOrganisations = isOfOrganisations(declaration.access) ? organisationErrors : [];
  for (const code of [...universalErrors, ...ofOrganisations, ...(declaration.errors ?? [])]) {
    const status = errors[code].status;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errors[code].words}`).join(' '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  );
}

/** A form with one file; what it may be its bytes have to say. */
const formOf = ({ kind, mostBytes }: TakenFile) => ({
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary', maxLength: mostBytes, description: `A ${kind}.` } },
});

const contentTypes = {
  json: 'application/json',
  binary: 'application/octet-stream',
  html: 'text/html',
  redirect: 'text/plain',
  text: 'text/plain',
};

/** Successes by their status. A file is described by its content type alone, and is a 200 where it is one of two answers. */
function successesOf({ replyKind = 'json', status = 200, reply }: Endpoint): Record<number, unknown> {
  const description = 'Success';
  const json = { description, content: { [contentTypes.json]: { schema: schemaOf(reply, 'output') } } };
  const file = (type: string) => ({ description, content: { [type]: {} } });
  if (replyKind === 'json') return { [status]: json };
  if (replyKind === 'binary-or-json') return { 200: file(contentTypes.binary), [status]: json };
  return { [status]: file(contentTypes[replyKind]) };
}

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(contract: readonly Endpoint[], productName: string, publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const declaration of contract) {
    const operations = paths[declaration.path] ?? {};
    paths[declaration.path] = operations;
    operations[declaration.method.toLowerCase()] = {
      summary: declaration.summary,
      description: `For ${accessInWords(declaration)}.`,
      'x-access': declaration.access,
      ...(declaration.standing && { 'x-standing': declaration.standing }),
      ...(declaration.permission && { 'x-permission': declaration.permission }),
      parameters: parametersOf(declaration),
      ...(declaration.body && {
        requestBody: {
          required: !declaration.body.safeParse(undefined).success,
          content: { 'application/json': { schema: schemaOf(declaration.body, 'input') } },
        },
      }),
      ...(declaration.takes && {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(declaration.takes) } } },
      }),
      ...(declaration.origin && {
        requestBody: { required: declaration.origin === 'external', content: { '*/*': {} } },
      }),
      responses: {
        ...successesOf(declaration),
        ...refusalsOf(declaration),
      },
    };
  }
  const fault = z.object({ path: z.string(), code: z.string(), message: z.string() });
  const refusal = z.object({
    error: z.string(),
    code: z.string(),
    request_id: z.string(),
    fields: z.array(fault).optional(),
  });
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: '1' },
    servers: [{ url: publicUrl }],
    paths,
    components: { schemas: { Refusal: schemaOf(refusal, 'output') } },
  };
}
