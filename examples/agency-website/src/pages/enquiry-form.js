import { html } from 'hono/html';

/** @import { Markup } from './layout.js' */

/**
 * The form for a message to the agency. The browser sends it to the directory, which limits enquiries per address. Without a
 * script the form stays hidden, and the telephone number remains.
 * @param {'listing' | 'agent' | 'account'} recipient
 * @param {number} id of the recipient
 * @param {{ title: string, fields?: Markup, message?: string }} parts
 */
export const enquiryForm = (recipient, id, { title, fields, message = '' }) =>
  html`<form id="enquiry" data-recipient="${recipient}" data-id="${id}" hidden>
      <h2>${title}</h2>
      ${fields}
      <label>Name <input name="name" required maxlength="100" autocomplete="name" /></label>
      <label>E-mail <input name="email" type="email" autocomplete="email" /></label>
      <label>Phone <input name="phone" type="tel" autocomplete="tel" /></label>
      <label>Message <textarea name="message" required maxlength="4000" rows="5">${message}</textarea></label>
      <label class="trap" aria-hidden="true"
        >Leave this empty <input name="website" tabindex="-1" autocomplete="off"
      /></label>
      <label><input name="consent" type="checkbox" required /> The agency may store this and answer me</label>
      <button>Send</button>
      <p role="status"></p>
    </form>
    <script type="module" src="/public/enquiry.js"></script>`;
