import { problems, typePath } from '@app/http';
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
} from '@nestjs/swagger';
import { examplesHtml } from './examples.view.js';
import { html, paragraphs, prose, textOf, type Html } from './html.js';
import { headersHtml, parametersHtml } from './parameters.view.js';
import { resolved, schemasIn, type Ref } from './types.view.js';

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** An operation with its method and path. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly operation: OperationObject;
}

/** The operations of a document, by tag. */
export function operationsByTag(document: OpenAPIObject): Map<string, Operation[]> {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      const { operationId: id = '', tags: [tag = ''] = [] } = operation ?? {};
      return operation ? [{ id, method, path, tag, operation }] : [];
    }),
  );
  return new Map((document.tags ?? []).map(({ name }) => [name, all.filter(({ tag }) => tag === name)]));
}

/** An operation: its description, its form and its responses. */
export function operationHtml(document: OpenAPIObject, { id, method, path, operation }: Operation): Html {
  const { summary = '', description = '', parameters = [], requestBody, security } = operation;
  const all = parameters.map((parameter) => resolved<ParameterObject>(document, parameter as Ref));
  const isOpen = security?.length === 0;
  return html`<details
    class="operation"
    id="${id}"
    data-method="${method}"
    data-path="${path}"
    ${isOpen ? html` data-open` : undefined}
  >
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span>
      <h3>${summary}</h3>
      <code>${path}</code>
    </summary>
    <div class="body">
      <div class="words">${paragraphs(description)}</div>
      <div class="sides">
        <form autocomplete="off" spellcheck="false" autocapitalize="none">
          ${parametersHtml(document, all)}${bodyHtml(document, requestBody as RequestBodyObject | undefined)}${headersHtml(document, all)}${acceptHtml(document, operation)}
          <p class="actions">
            <button type="submit">Send request</button><button type="reset" class="quiet">Reset</button>
          </p>
        </form>
        <div class="results">
          <div class="snippet" role="group" aria-label="The request as code"></div>
          <section class="answer" aria-live="polite" aria-label="Response" hidden></section>
          ${examplesHtml(document, operation)}
        </div>
      </div>
      <h4>Responses</h4>
      ${responsesHtml(document, operation)}
    </div>
  </details> `;
}

function bodyHtml(document: OpenAPIObject, body: RequestBodyObject | undefined): Html | undefined {
  if (!body) return undefined;
  const types = Object.entries(body.content).map(([type, { examples = {}, schema }]) => {
    const [example] = Object.values(examples).map((part) => resolved<{ value?: unknown }>(document, part as Ref).value);
    const text = typeof example === 'string' ? example : JSON.stringify(example ?? {}, null, 2);
    return { type, text, names: schemasIn(schema) };
  });
  const [first] = types;
  const options = types.map(({ type, text }) => html`<option data-example="${text}">${type}</option>`);
  return html`<fieldset>
    <legend>Body</legend>
    <div class="inputs">
      <div class="input wide">
        <label
          >Content-Type<select class="type">
            ${options}
          </select></label
        >
      </div>
      <div class="input wide">
        <label>Body<textarea rows="12">${textOf(first?.text ?? '')}</textarea></label>
        <p>${prose(body.description ?? '')} ${typeLinks(first?.names ?? [])}</p>
      </div>
    </div>
  </fieldset>`;
}

/** A choice of the media type, if the operation has several. */
function acceptHtml(document: OpenAPIObject, { responses }: OperationObject): Html | undefined {
  const types = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') ? Object.keys(resolved<ResponseObject>(document, response as Ref).content ?? {}) : [],
  );
  if (types.length < 2) return undefined;
  return html`<fieldset>
    <legend>Response</legend>
    <div class="inputs">
      <div class="input">
        <label
          >Accept<select name="accept" data-in="header">
            <option value="">not sent</option>
            ${types.map((type) => html`<option>${type}</option>`)}
          </select></label
        >
      </div>
    </div>
  </fieldset>`;
}

const codes = new Set(Object.values(problems).map(({ code }) => code));

/** The responses by status, with links to types and to the error catalogue. */
function responsesHtml(document: OpenAPIObject, { responses }: OperationObject): Html {
  const rows = Object.entries(responses).map(([status, part]) => {
    const { description, content } = resolved<ResponseObject>(document, part as Ref);
    const named = [...description.matchAll(/`([A-Z_]+)`/g)]
      .map(([, code = '']) => code)
      .filter((code) => codes.has(code));
    const links = named.map((code) => html` <a href="${typePath(code).slice(1)}" target="errors">${code}</a>`);
    return html`<tr>
      <th scope="row">${status}</th>
      <td>
        ${prose(description)}${links.length > 0 ? links : html` ${typeLinks(Number(status) < 400 ? schemasIn(content) : [])}`}
      </td>
    </tr>`;
  });
  return html`<table>
    <thead class="hidden">
      <tr>
        <th scope="col">Status</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** Links to types. They open in another tab, because this page would forget the keys. */
const typeLinks = (names: readonly string[]): Html[] =>
  names.map((name) => html` <a href="docs/types#${name}" target="types">${name}</a>`);
