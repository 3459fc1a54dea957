import { allRepresentations } from '@app/documents';
import type { INestApplication } from '@nestjs/common';
import type { HeaderObject, OpenAPIObject, OperationObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { makeDocument } from '../../apps/api/src/openapi/document.js';
import { documentAjv } from './document-ajv.js';
import { resolved } from './dereferenced.js';

const JSON_TYPE = 'application/json';
const GEO_JSON_TYPE = 'application/geo+json';
const STREAM_TYPE = 'text/event-stream';
const CALENDAR_TYPE = 'text/calendar';

type Method = 'get' | 'put' | 'post' | 'delete';

/**
 * Contracts by their declarations, which determine a document. The specs of a worker share a contract and its compiled
 * schemas. A spec that declares fields gets another contract for the services that it starts afterwards.
 */
const contracts = new Map<string, Contract>();

/** Checks answers against the OpenAPI document: the status must be documented, and the body must match its schema. */
export class Contract {
  private readonly ajv = documentAjv({ allErrors: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  static of(app: INestApplication): Contract {
    const declared = allRepresentations();
    const contract = contracts.get(declared) ?? new Contract(makeDocument(app));
    contracts.set(declared, contract);
    return contract;
  }

  private constructor(private readonly document: OpenAPIObject) {
    this.ajv.addSchema({ $id: 'document', components: document.components });
  }

  /**
   * Describes the faults of an answer; empty if there are none. Paths that the document lacks must answer with
   * problems.
   */
  faults(method: string, path: string, status: number, type: string, body: unknown): string[] {
    const [given = ''] = type.split(';');
    const operation = this.operation(method.toLowerCase() as Method, formOf(canonical(method, path), path, given));
    if (!operation) return this.bodyFaults('problem', { $ref: '#/components/schemas/Problem' }, body);
    const response = this.response(operation, status);
    if (!response) return [`${method} ${path}: status ${status} is not documented`];
    const [media, shown] = response.content?.[given] ? [given, body] : [JSON_TYPE, asPage(given, body)];
    const schema = response.content?.[media ?? '']?.schema;
    if (!response.content && body === undefined) return [];
    if (!schema) return [`${method} ${path}: ${status} is not documented as ${given}`];
    return this.bodyFaults(`${operation.operationId} ${status} ${media}`, schema, shown);
  }

  /** The headers that the document promises and the answer lacks. */
  missingHeaders(method: string, path: string, status: number, headers: Headers): string[] {
    const operation = this.operation(method.toLowerCase() as Method, canonical(method, path));
    const response = operation && this.response(operation, status);
    return Object.entries(response?.headers ?? {}).flatMap(([name, header]) =>
      resolved<HeaderObject>(this.document, header).required && !headers.has(name)
        ? `${method} ${path}: ${status} has no ${name}`
        : [],
    );
  }

  private response({ responses }: OperationObject, status: number): ResponseObject | undefined {
    const response = responses[String(status)];
    return response && resolved<ResponseObject>(this.document, response);
  }

  private operation(method: Method, path: string): OperationObject | undefined {
    const { paths } = this.document;
    const known = paths[path] ?? Object.entries(paths).find(([template]) => fits(path, template))?.[1];
    return known?.[method];
  }

  private bodyFaults(name: string, schema: object, body: unknown): string[] {
    let validate = this.compiled.get(name);
    if (!validate) {
      validate = this.ajv.compile(localised(schema));
      this.compiled.set(name, validate);
    }
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [name, instancePath, message, JSON.stringify(params)].join(' '),
    );
  }
}

/** Maps the alias paths to the documented ones (D1). */
function canonical(method: string, path: string): string {
  const [pathname = ''] = path.split('?');
  const websites = method === 'POST' ? /^\/v1\/accounts(?=\/)/ : /^\/v1\/accounts(?=\/|$)/;
  return pathname.replace(websites, '/api/v1/websites').replace(/^\/v1\//, '/api/v1/');
}

/**
 * The documented path of the variant of an answer that a parameter or `Accept` has selected: variants are separate
 * operations.
 */
function formOf(path: string, asked: string, type: string): string {
  if (path === '/api/v1/changes' && type === STREAM_TYPE) return `${path}/stream`;
  // A collection has members that the page of accounts does not have.
  if (path === '/api/v1/websites' && type === GEO_JSON_TYPE) return `${path}/geojson`;
  if (path === '/api/v1/inspections' && type === CALENDAR_TYPE) return `${path}.ics`;
  const view = new URLSearchParams(asked.split('?')[1]).get('view')?.trim().toLowerCase();
  const isCard = view === 'card' && /^\/api\/v1\/(listings|properties)$/.test(path);
  return isCard ? `${path}/cards` : path;
}

/** A FeatureCollection that `Accept` has selected, as the page of its items; other bodies stay as they are. */
function asPage(type: string, body: unknown): unknown {
  if (type !== GEO_JSON_TYPE) return body;
  // By its media type.
  const { features, type: _, ...totals } = body as { features: { properties: unknown }[]; type: string };
  return { ...totals, data: features.map(({ properties }) => properties) };
}

/** Whether a path matches a template, in which `{id}` stands for one segment. */
function fits(path: string, template: string): boolean {
  const [segments, parts] = [path.split('/'), template.split('/')];
  if (segments.length !== parts.length) return false;
  return parts.every((part, at) => part === segments[at] || (part.startsWith('{') && segments[at] !== ''));
}

const localised = (schema: object): SchemaObject =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as SchemaObject;
