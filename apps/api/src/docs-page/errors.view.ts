import { STATUS_CODES } from 'node:http';
import { problemAdvice, problems } from '@app/http';
import { problemExample } from '../openapi/problem.schema.js';
import { html, prose, type Html } from './html.js';

const KINDS = Object.entries(problems) as [keyof typeof problems, (typeof problems)[keyof typeof problems]][]; // its keys

/** The error catalogue: `type` of each problem names its entry (B50). */
export const errorsHtml = (): Html =>
  html`<h1>Errors</h1>
    <p>
      Every error is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is stable, its
      <code>type</code> is the URL of an entry below, and <code>requestId</code> finds the request in the log of the
      service. With one fault, <code>detail</code> is that fault; with several, <code>errors</code> lists them.
    </p>
    ${KINDS.map(([name, problem]) => entry(problem, problemAdvice[name]))}`;

const entry = (
  problem: (typeof problems)[keyof typeof problems],
  { meaning, remedy }: (typeof problemAdvice)[keyof typeof problems],
): Html =>
  html`<section class="entry" id="${problem.code}">
    <h2>${problem.code}</h2>
    <p class="status">${problem.status} ${STATUS_CODES[problem.status]}: ${problem.title}</p>
    <dl>
      <dt>Meaning</dt>
      <dd>${prose(meaning)}</dd>
      <dt>What to do</dt>
      <dd>${prose(remedy)}</dd>
    </dl>
    <pre tabindex="0" aria-label="Example of ${problem.code}">${JSON.stringify(problemExample(problem), null, 2)}</pre>
  </section> `;

/** The links to all errors. */
export const errorList = (): Html =>
  html`<ul>
    ${KINDS.map(
      ([, { code, status }]) =>
        html`<li>
          <a href="#${code}">${code} <small>${status}</small></a>
        </li>`,
    )}
  </ul>`;
