import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import { line } from './fields.js';

/** @import { Markup } from './layout.js' */
/** @typedef {'listing' | 'agent' | 'account'} Recipient */
/**
 * An enquiry in the page: what was typed and is wrong with it, or that it was sent.
 * @typedef {{ typed?: Readonly<Record<string, string>>, faults?: Readonly<Record<string, string>>, failure?: string, isSent?: boolean }} Enquiry
 */
/**
 * Sends the form of the request, if it has one, to the recipient of the page.
 * @typedef {(recipient: Recipient, id: number) => Promise<Enquiry>} Ask
 */

export const ENQUIRY_LABELS = {
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  message: 'Message',
  address: 'Address of your home',
  consent: 'Your consent',
};

/**
 * The form for a message to the agency, or thanks for it. It needs no script.
 * @param {Enquiry} enquiry
 * @param {{ title: string, button?: string, fields?: Markup, message?: string, thanks: string }} parts
 */
export const enquiryForm = (
  { typed = {}, faults = {}, failure, isSent },
  { title, button = 'Send', fields, message = '', thanks },
) => {
  if (isSent)
    return html`<div class="thanks" id="enquiry" role="status" tabindex="-1" autofocus>
      <h2>Thank you</h2>
      <p>${thanks}</p>
    </div>`;
  const [wrong] = Object.keys(faults);
  const field = (/** @type {keyof typeof ENQUIRY_LABELS} */ name, rest = {}) =>
    line(name, ENQUIRY_LABELS[name], {
      value: typed[name],
      fault: faults[name],
      ...rest,
      ...(wrong === name && { autofocus: true }),
    });
  return html`<form class="enquiry" id="enquiry" method="post">
    <h2>${title}</h2>
    ${failure && html`<p class="fault" role="alert" tabindex="-1" autofocus>${failure}</p>`}
    <input type="hidden" name="key" value="${typed['key'] ?? randomUUID()}" />
    ${fields} ${field('name', { required: true, maxlength: 100, autocomplete: 'name' })}
    ${field('email', { type: 'email', autocomplete: 'email' })} ${field('phone', { type: 'tel', autocomplete: 'tel' })}
    <label>
      ${ENQUIRY_LABELS.message}
      <textarea name="message" required maxlength="4000" rows="4">${typed['message'] ?? message}</textarea>
    </label>
    ${faults['message'] && html`<small class="fault">${faults['message']}</small>`}
    <label class="trap" aria-hidden="true"
      >Leave this empty <input name="website" tabindex="-1" autocomplete="off"
    /></label>
    <label class="check">
      <input name="consent" type="checkbox" value="true" required ${typed['consent'] && 'checked'} /> You may store this
      and answer me
    </label>
    ${faults['consent'] && html`<small class="fault">${faults['consent']}</small>`}
    <button>${button}</button>
  </form>`;
};
