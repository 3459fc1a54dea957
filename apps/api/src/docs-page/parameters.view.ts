import type { OpenAPIObject, ParameterObject, SchemaObject } from '@nestjs/swagger';
import { GROUP, PARAMETER_GROUPS } from '@app/lists';
import { html, prose, type Html } from './html.js';
import { resolved, type Ref } from './types.view.js';

/** An operation with more filters than this shows them in groups. */
const FEW = 8;

/** The inputs for the path and query parameters of an operation. Long lists of filters are grouped. */
export function parametersHtml(document: OpenAPIObject, parameters: readonly ParameterObject[]): Html {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const inputs = (all: readonly ParameterObject[]) => all.map((parameter) => inputHtml(document, parameter));
  const isFew = inQuery.length <= FEW;
  const required = inQuery.filter((parameter) => !isFew && parameter.required);
  return html`${section('Path', inputs(inPath))}${section('Required', inputs(required))}${
    isFew
      ? section('Parameters', inputs(inQuery))
      : groupsHtml(
          inQuery.filter(({ required: isRequired }) => !isRequired),
          inputs,
        )
  }`;
}

/** The inputs for the headers of an operation. */
export function headersHtml(document: OpenAPIObject, parameters: readonly ParameterObject[]): Html | undefined {
  const inHeader = parameters.filter((parameter) => parameter.in === 'header');
  return section(
    'Headers',
    inHeader.map((parameter) => inputHtml(document, parameter)),
  );
}

const section = (legend: string, inputs: readonly Html[]): Html | undefined =>
  inputs.length === 0
    ? undefined
    : html`<fieldset>
        <legend>${legend}</legend>
        <div class="inputs">${inputs}</div>
      </fieldset>`;

/** The group of a query parameter, from its declaration. */
const groupOf = (parameter: ParameterObject): string | undefined =>
  (parameter as ParameterObject & { readonly [GROUP]?: string })[GROUP]; // an extension of the document

/** The filters in groups: the first group is open. */
function groupsHtml(parameters: readonly ParameterObject[], inputs: (all: readonly ParameterObject[]) => Html[]): Html {
  const groups = PARAMETER_GROUPS.map((name) => ({
    name,
    all: parameters.filter((parameter) => groupOf(parameter) === name),
  }))
    .filter(({ all }) => all.length > 0)
    .map(
      ({ name, all }, at) =>
        html`<details class="group" ${at === 0 ? html` open` : undefined}>
          <summary>
            ${name} <small>${all.length}<span class="hidden"> filters</span></small> <output></output>
          </summary>
          <div class="inputs">${inputs(all)}</div>
        </details>`,
    );
  return html`<fieldset class="groups">
    <legend>Filters</legend>
    ${groups}
  </fieldset>`;
}

/**
 * An input with its label and description. Optional inputs stay empty: no default is sent that the user did not choose.
 * There are some 1,700 of them: the form has their common attributes, and the script connects the descriptions of an
 * operation that is opened.
 */
function inputHtml(document: OpenAPIObject, parameter: ParameterObject): Html {
  const { name, in: place, description = '', required, example } = parameter;
  const schema = resolved<SchemaObject>(document, parameter.schema as Ref);
  // Plain values.
  const values = resolved<SchemaObject>(document, (schema.items ?? schema) as Ref).enum as unknown[] | undefined;
  const shown = String(example ?? '');
  const value = required ? shown : '';
  const attributes = html`name="${name}"${place === 'query' ? undefined : html` data-in="${place}"`}${required ? html` required` : undefined}`;
  const input =
    values && schema.type !== 'array'
      ? html`<select ${attributes}>
          <option value="">${required ? 'choose' : 'not sent'}</option>
          ${values.map(
            (choice) =>
              html`<option${String(choice) === value ? html` selected` : undefined}>${String(choice)}</option>`,
          )}
        </select>`
      : html`<input
          ${attributes}${value === '' ? undefined : html` value="${value}"`}
          placeholder="${shown && `such as ${shown}`}"
        />`;
  return html`<div class="input">
    <label>${name}${required ? html` <em>required</em>` : undefined}${input}</label>
    <p>${prose(description)}</p>
  </div>`;
}
