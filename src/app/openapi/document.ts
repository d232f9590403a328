import brand from '../../platform/config/brand.json' with { type: 'json' };
import { toJsonSchema } from '@valibot/to-json-schema';
import type { Call, Schema } from '../../platform/http/calls/call.ts';
import { ERROR_STATUS } from '../../platform/http/calls/errors.ts';

type Json = Record<string, unknown>;

const ERROR = { $ref: '#/components/responses/Error' };

const ERROR_SCHEMA = {
  type: 'object',
  required: ['status', 'code', 'message', 'message_fa'],
  properties: {
    status: { const: 'error' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    message: { type: 'string', description: 'In English.' },
    message_fa: { type: 'string', description: 'In Persian.' },
    errors: {
      type: 'object',
      description: 'By field, in the language of Accept-Language.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
};

const SECURITY = { anyone: [], user: [{ bearer: [] }], operator: [{ operator: [] }] };

export function openApiDocument(calls: readonly Call[], base: string): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand.name.en} API`, version: '1' },
    servers: [{ url: base }],
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA },
      responses: {
        Error: {
          description: 'A failure: `errors` by field where there are any, else the messages.',
          content: json({ $ref: '#/components/schemas/Error' }),
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, operator: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(call: Call): Json {
  const { properties: all, required } = describeInput(call.input);
  const { idempotency_key: key, ...properties } = call.keyed ? all : { ...all, idempotency_key: undefined };
  const inPath = new Set(Array.from(call.path.matchAll(/:(\w+)/g), ([, name]) => name));
  const pathEntries = Object.entries(properties).filter(([name]) => inPath.has(name));
  const rest = Object.entries(properties).filter(([name]) => !inPath.has(name));
  const isFile = call.upload !== undefined;
  const query = call.method === 'GET' || isFile ? rest : [];
  return {
    operationId: call.name,
    summary: call.summary,
    security: SECURITY[call.access.caller],
    parameters: [
      ...pathEntries.map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
      ...query.map(([name, schema]) => ({ name, in: 'query', required: required.has(name), schema })),
      ...(key === undefined ? [] : [{ name: 'Idempotency-Key', in: 'header', required: false, schema: key }]),
    ],
    ...(isFile && { requestBody: { required: true, content: { 'image/*': {} } } }),
    ...(call.method !== 'GET' &&
      !isFile &&
      rest.length > 0 && {
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            properties: Object.fromEntries(rest),
            required: rest.map(([name]) => name).filter((name) => required.has(name)),
          }),
        },
      }),
    responses: {
      200: { description: 'Done.', content: json(toSchema(call.output, 'output')) },
      ...(call.access.caller !== 'anyone' && { 401: ERROR }),
      default: ERROR,
    },
  };
}

function json(schema: unknown): Json {
  return { 'application/json': { schema } };
}

/** JSON Schema 2020-12, as in OpenAPI 3.1; transforms and checks have no schema and are omitted. */
function toSchema(schema: Schema, typeMode: 'input' | 'output') {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    ...({ target: 'draft-2020-12', errorMode: 'ignore' } as const),
    typeMode,
    // Those of title-columns.ts are the table's.
    ignoreActions: ['metadata'],
  });
  return rest;
}

function describeInput(schema: Schema): { properties: Json; required: ReadonlySet<string> } {
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  return { properties, required: new Set(required) };
}
