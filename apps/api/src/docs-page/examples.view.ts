import type { MediaTypeObject } from '@nestjs/swagger';
import type { OpenAPIObject, OperationObject, ResponseObject } from '@nestjs/swagger';
import { html, textOf, type Html } from './html.js';
import { resolved, type Ref } from './types.view.js';

/** An example of a response. */
interface ExampleResponse {
  readonly status: string;
  readonly type: string;
  /** The name of the form, if the response has several. */
  readonly form?: string;
  readonly text: string;
}

/** The example responses of an operation, from the document: one for each form of a successful response. */
const examplesOf = (document: OpenAPIObject, { responses }: OperationObject): ExampleResponse[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, response]) =>
      Object.entries(resolved<ResponseObject>(document, response as Ref).content ?? {}).flatMap(([type, media]) =>
        formsOf(document, media).map((form) => ({ status, type, ...form })),
      ),
    );

function formsOf(document: OpenAPIObject, { examples = {} }: MediaTypeObject) {
  const all = Object.entries(examples);
  return all.map(([form, example]) => {
    const { value } = resolved<{ value?: unknown }>(document, example as Ref);
    const text = typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 2);
    return all.length > 1 ? { form, text } : { text };
  });
}

/** The example responses of an operation; the first one is open. */
export const examplesHtml = (document: OpenAPIObject, operation: OperationObject): Html =>
  html`${examplesOf(document, operation).map(
    ({ status, type, form, text }, at) =>
      html`<details class="example" ${at === 0 ? html` open` : undefined}>
        <summary>Example response <small>${[status, type, form].filter(Boolean).join(', ')}</small></summary>
        <pre tabindex="0" aria-label="Example response">${textOf(text)}</pre>
      </details>`,
  )}`;
