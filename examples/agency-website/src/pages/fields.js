import { html } from 'hono/html';
import { FIELDS } from '../search.js';

/** @import { Agency } from '../agency.js' */
/** @import { Search } from '../search.js' */
/** @typedef {readonly (readonly [value: string, text: string])[]} Options */

/** The fault of a field, beside it. @param {string} name @param {string} [fault] */
const faultOf = (name, fault) => fault && html`<small class="fault" id="fault-${name}">${fault}</small>`;

/** The attributes of a field with a fault. @param {string} name @param {string} [fault] */
const marked = (name, fault) => fault && html`aria-invalid="true" aria-describedby="fault-${name}"`;

/** @param {string} name @param {string} label @param {Options} options @param {string} [chosen] @param {string} [fault] @param {string} [form] the id of a form elsewhere in the page */
export const select = (name, label, options, chosen, fault, form) =>
  html`<label>
      ${label}
      <select name="${name}" ${form && html`form="${form}"`} ${marked(name, fault)}>
        ${options.map(([value, text]) => html`<option value="${value}" ${value === chosen && 'selected'}>${text}</option>`)}
      </select>
    </label>
    ${faultOf(name, fault)}`;

/** A field for one line. The attributes are those of the element. @param {string} name @param {string} label @param {{ value?: string, fault?: string, type?: string, autocomplete?: string, maxlength?: number, list?: string, placeholder?: string, required?: boolean, inputmode?: string }} [field] */
export const line = (name, label, { value = '', fault, required, ...attributes } = {}) =>
  html`<label>
      ${label}
      <input
        name="${name}"
        value="${value}"
        ${Object.entries(attributes).map(([key, text]) => html` ${key}="${String(text)}" `)}
        ${required && 'required'}
        ${marked(name, fault)}
      />
    </label>
    ${faultOf(name, fault)}`;

/** A text field with suggestions by the script, and what is wrong with its value. @param {{ name: string, label: string, placeholder: string, value?: string, fault?: string }} field */
export const suggestingField = ({ name, label, ...field }) =>
  html`<div class="words">${line(name, label, { maxlength: 200, autocomplete: 'off', ...field })}</div>`;

/** The sentence about a wrong value. @param {Search} search @param {keyof typeof FIELDS} name */
export const faultIn = ({ faults }, name) => faults[name] && `${FIELDS[name]} ${faults[name]}.`;

/** The words of a search. @param {Search} search */
export const wordsField = (search) =>
  suggestingField({
    name: 's',
    label: FIELDS.s,
    placeholder: 'Suburb, street or “garden”',
    value: search.typed['s'],
    fault: faultIn(search, 's'),
  });

/** The fault of an unknown place. @param {Agency} agency @param {string} typed */
export async function unknownPlace(agency, typed) {
  const [similar] = await agency.places(typed);
  return `We do not know the place “${typed}”.${similar ? ` Did you mean ${similar.text}?` : ''}`;
}
