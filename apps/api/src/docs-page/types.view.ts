import type { OpenAPIObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';
import { html, paragraphs, prose, type Html } from './html.js';

/** A part of the OpenAPI document, or a reference to one. */
export type Ref = { readonly $ref?: string } | undefined;

/** Resolves a reference. Properties beside `$ref` override those of the referenced part. */
export function resolved<T extends object>(document: OpenAPIObject, part: Ref): T {
  if (!part?.$ref) return (part ?? {}) as T; // callers ask for the type of the part
  const [, , section = '', name = ''] = part.$ref.split('/');
  const components = document.components as Record<string, Record<string, object>>;
  const { $ref: _, ...beside } = part;
  return { ...resolved<T>(document, components[section]?.[name]), ...beside };
}

/** The component name in a reference. */
const componentNameOf = (ref: string): string => ref.split('/').at(-1) ?? '';

/** The names of the schemas that a part of the document refers to, without duplicates. */
export function schemasIn(part: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(part ?? null, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith(SCHEMAS)) found.push(componentNameOf(value));
    return value;
  });
  return [...new Set(found)];
}

const SCHEMAS = '#/components/schemas/';

type Schema = SchemaObject | ReferenceObject;

/** All types of the document with their fields. */
export function typesHtml(document: OpenAPIObject): Html {
  const sections = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      html`<section class="entry" id="${name}">
        <h2>${name}</h2>
        ${typeHtml(document, name, schema)}
      </section>`,
  );
  return html`<h1>Types</h1>
    <p>Everything that bodies and responses consist of.</p>
    ${sections}`;
}

/** Links to all types. */
export const typeList = (document: OpenAPIObject): Html =>
  html`<ul>
    ${Object.keys(document.components?.schemas ?? {}).map((name) => html`<li><a href="#${name}">${name}</a></li>`)}
  </ul>`;

/** The fields of a type, including those of the types that it extends. */
export function fieldsOf(
  document: OpenAPIObject,
  part: Schema,
): { fields: Map<string, Schema>; required: ReadonlySet<string> } {
  const { allOf = [], properties = {}, required = [] } = resolved<SchemaObject>(document, part as Ref);
  const extended = allOf.map((one) => fieldsOf(document, one));
  return {
    fields: new Map([...extended.flatMap(({ fields }) => [...fields]), ...Object.entries(properties)]),
    required: new Set([...extended.flatMap((one) => [...one.required]), ...required]),
  };
}

function typeHtml(document: OpenAPIObject, type: string, schema: Schema): Html {
  const { fields, required } = fieldsOf(document, schema);
  const description = 'description' in schema ? (schema.description ?? '') : '';
  if (fields.size === 0)
    return html`${paragraphs(description)}
      <p>${kindHtml(schema)}</p>`;
  const rows = [...fields].map(
    ([name, part]) =>
      html`<tr id="${type}.${name}">
        <th scope="row"><code>${name}</code>${required.has(name) ? undefined : html` <small>may be absent</small>`}</th>
        <td>${kindHtml(part)}</td>
        <td>${prose(('description' in part ? part.description : '') ?? '')}</td>
      </tr>`,
  );
  return html`${paragraphs(description)}
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

/** Describes a type in a few words. */
function kindHtml(schema: Schema): Html {
  if ('$ref' in schema) return link(schema);
  const { type, items, oneOf, anyOf, format, pattern, minimum, maximum, maxLength, maxItems } = schema;
  const values = schema.enum as unknown[] | undefined; // plain values
  if (oneOf || anyOf) return joined(oneOf ?? anyOf ?? [], ' or ');
  if (values)
    return html`one of
    ${joinedTexts(
      values.map((value) => html`<code>${String(value)}</code>`),
      ', ',
    )}`;
  if (items) return html`list of ${kindHtml(items)}${maxItems === undefined ? undefined : html`, at most ${maxItems}`}`;
  const bounds = [
    format,
    minimum === undefined ? undefined : `from ${minimum}`,
    maximum === undefined ? undefined : `to ${maximum}`,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
  ].filter((bound) => bound !== undefined);
  const name = [type ?? 'any value'].flat().join(' or ');
  return html`${[name, ...bounds].join(', ')}${pattern === undefined || pattern.length > 60 ? undefined : html` <code>${pattern}</code>`}`;
}

const link = ({ $ref }: ReferenceObject): Html =>
  html`<a href="#${componentNameOf($ref)}">${componentNameOf($ref)}</a>`;

const joined = (parts: readonly Schema[], between: string): Html => joinedTexts(parts.map(kindHtml), between);

const joinedTexts = (parts: readonly Html[], between: string): Html =>
  html`${parts.map((part, at) => html`${at === 0 ? '' : between}${part}`)}`;
