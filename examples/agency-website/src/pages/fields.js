import { html } from 'hono/html';

/** @typedef {readonly (readonly [value: string, text: string])[]} Options */

/** @param {string} name @param {string} label @param {Options} options @param {string} [chosen] */
export const select = (name, label, options, chosen) =>
  html`<label>
    ${label}
    <select name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}" ${value === chosen && 'selected'}>${text}</option>`)}
    </select>
  </label>`;

/** A text field with suggestions by the script, and what is wrong with its value. @param {{ name: string, label: string, placeholder: string, value?: string, fault?: string }} field */
export const suggestingField = ({ name, label, placeholder, value, fault }) =>
  html`<label class="words">
      ${label}
      <input
        name="${name}"
        value="${value}"
        maxlength="200"
        autocomplete="off"
        placeholder="${placeholder}"
        ${fault && html`aria-invalid="true" aria-describedby="fault"`}
      />
    </label>
    ${fault && html`<small class="fault" id="fault">${fault}</small>`}
    <script type="module" src="/public/suggestions.js"></script>`;

/** The words of a search. @param {{ given: Readonly<Record<string, string>> }} search */
export const wordsField = ({ given }) =>
  suggestingField({
    name: 's',
    label: 'Suburb, postcode, address or words',
    placeholder: 'A suburb, or garden',
    value: given['s'],
  });
